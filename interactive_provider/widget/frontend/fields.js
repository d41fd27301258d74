// The names of what the kernel sends by position: made of shapes.py by
// `python -m tools.page_types`.

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
  Amounts: ["word", "first", "low", "high", "marks"],
};
