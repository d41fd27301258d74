// The drawings of buttons and faces.

import { svg } from "./dom.js";

const SIGHT = { viewBox: "0 0 24 24", "aria-hidden": "true" };

// Icons of 24 × 24, drawn with a stroke of the button's own ink.
const ICONS = {
  undo: "M9 7L4 12L9 17M4 12H15A5 5 0 0 1 15 22",
  redo: "M15 7L20 12L15 17M20 12H9A5 5 0 0 0 9 22",
  new: "M12 5V19M5 12H19",
  restart: "M4 12A8 8 0 1 0 7 6M4 4V8H8",
  hint: "M9 18H15M10 21H14M12 3A6 6 0 0 0 8 13.5L9 16H15L16 13.5A6 6 0 0 0 12 3z",
  check: "M5 13L10 18L19 6",
  evaluate: "M5 20V12M12 20V5M19 20V9",
  edit: "M5 19L6 15L16 5L19 8L9 18z",
  review: "M4 15L9 8L14 13L20 5M4 20H20",
  step: "M6 5L15 12L6 19zM18 5V19",
  play: "M7 5L18 12L7 19z",
  stop: "M7 7H17V17H7z",
  flag: "M7 21V4L18 8L7 12",
  more: "M5 12h.5M12 12h.5M19 12h.5",
  keys: "M9 9A3 3 0 1 1 13.5 11.6Q12 12.5 12 14M12 18v.5",
  copy: "M9 9H19V20H9zM5 15V4H15",
  picture: "M4 5H20V19H4zM4 16L9 11L13 15L16 12L20 16M15 8.5h.5",
  flip: "M8 20V5M4 9L8 4L12 9M16 4V19M12 15L16 20L20 15",
  levels: "M7 10L12 15L17 10",
  replay: "M4 12A8 8 0 1 0 7 6M4 4V8H8M10.5 9L15 12L10.5 15z",
};

// Faces of 24 × 24: how a game is going.
const FACES = {
  smile: "M8.5 8.5v1.5M15.5 8.5v1.5M7.5 14Q12 18.5 16.5 14",
  cool: "M5 8.5H19M6 8.5Q8 13.5 11 9M13 9Q16 13.5 18 8.5M8 15Q12 18.5 16 15",
  crossed: "M7 8L10 11M10 8L7 11M14 8L17 11M17 8L14 11M8 17Q12 13.5 16 17",
};
const FACE = "M22 12A10 10 0 1 1 2 12A10 10 0 1 1 22 12z";
const SURPRISED = "M8.5 8.5v1.5M15.5 8.5v1.5M12 13.5a2 2 0 1 0 .01 0z";

/** @typedef {keyof typeof ICONS} Icon */
/** @typedef {keyof typeof FACES} Mood */

/** @param {Icon} name */
export function icon(name) {
  return svg("svg", SIGHT, svg("path", { d: ICONS[name] }));
}

/**
 * A face; while a square is pressed the style sheet shows the surprised one in its place.
 * @param {Mood} mood
 */
export function face(mood) {
  return svg(
    "svg",
    SIGHT,
    svg("path.ip-face-head", { d: FACE }),
    svg("path.ip-face-mood", { d: FACES[mood] }),
    svg("path.ip-face-surprised", { d: SURPRISED }),
  );
}
