// The style sheet of a board. `bundle.py` puts it here when it packs the page's program.

export const STYLE = "";
