// What the kernel sends by position, by the names under which it stands in a view: made of
// shapes.py by `python -m tools.page_types`.

/** @type {Record<string, string[]>} */
export const FIELDS = {
  zones: ["side", "classes", "name", "note", "toggles"],
  kinds: [
    "sign",
    "classes",
    "label",
    "tooltip",
    "gestures",
    "overlay",
    "shade",
    "takes",
    "targets"
  ],
  parts: ["text", "tag"],
  paths: ["colour", "path"],
  lines: ["colours", "parts"],
  points: ["box", "size", "paths"],
  runs: ["words", "style", "option", "visited", "data"],
  blocks: ["kind", "level", "runs"],
  side: ["kind", "level", "runs"],
  rooms: ["name", "row", "column"],
  ways: ["start", "end", "words"],
  transcript: ["chosen", "page"],
  notes: ["name", "at"],
  asking: ["cell", "pieces"],
  worth: ["way", "words", "shade"],
  clock: ["seconds", "running"],
  options: ["group", "words", "verdict", "shade", "advised", "facts"],
  amounts: ["word", "first", "low", "high", "marks"]
};
