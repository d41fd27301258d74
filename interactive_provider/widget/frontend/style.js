// The style sheet of a board. `program.py` puts it here when it packs the page's program.

export const STYLE = "";
