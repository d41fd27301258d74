// What the kernel sends by position, and where in the view it stands: made of shapes.py by
// `python -m tools.page_types`.

/** @type {Record<string, any>} */
export const FIELDS = {
  Kind: ["sign", "classes", "label", "tooltip", "gestures", "overlay", "shade", "takes", "targets"],
  Zone: ["side", "classes", "name", "note", "toggles"],
  Choice: ["group", "words", "verdict", "shade", "advised", "facts"],
  Worth: ["way", "words", "shade"],
  Part: ["text", "tag"],
  Run: ["colours", "parts"],
  Path: ["colour", "path"],
  Points: ["box", "size", "paths"],
  Stretch: ["words", "style", "option", "visited", "data"],
  Block: ["kind", "level", "runs"],
  Room: ["name", "row", "column"],
  Passage: ["start", "end", "words"],
  Chosen: ["chosen", "page"],
  Note: ["name", "at"],
  Asking: ["cell", "pieces"],
  Clock: ["seconds", "running"],
  Amounts: ["word", "first", "low", "high", "marks"]
};

/** @type {Record<string, any>} */
export const PARTS = {
  Board: {
    zones: ["Zone"],
    kinds: ["Kind"]
  },
  Run: {
    parts: ["Part"]
  },
  Points: {
    paths: ["Path"]
  },
  Screen: {
    rows: [
      ["Run"]
    ],
    points: "Points"
  },
  Block: {
    runs: ["Stretch"]
  },
  Book: {
    blocks: ["Block"],
    side: ["Block"]
  },
  Chart: {
    rooms: ["Room"],
    ways: ["Passage"]
  },
  Chosen: {
    page: "Book"
  },
  View: {
    terminal: "Screen",
    book: "Book",
    chart: "Chart",
    transcript: ["Chosen"],
    board: "Board",
    notes: ["Note"],
    asking: "Asking",
    worth: ["Worth"],
    clock: "Clock",
    options: ["Choice"],
    thumbnails: [
      ["Board"]
    ],
    amounts: "Amounts"
  }
};

/** @type {any[]} */
export const NULLABLE = [
  "terminal",
  "book",
  "chart",
  "outcome",
  "board",
  "asking",
  "clock",
  "keys",
  "amounts",
  "level"
];
