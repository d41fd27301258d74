// How a board is played without a mouse.

import { make } from "../dom.js";

const KEYS = [
  [
    "arrows",
    "move around the board; if only one thing can move, move it (then Alt and an arrow walk)",
  ],
  ["Enter, Space", "press"],
  ["F", "flag, or do what a right click does"],
  ["Shift and an arrow", "drag to the neighbour"],
  ["Home, End, Page Up, Page Down", "to the ends; with Ctrl to the corners"],
  ["Escape", "cancel a picked-up piece"],
  ["U, Ctrl+Z", "undo"],
  ["H", "hint"],
  ["N", "new game"],
  ["1 to 9", "the choices beside the board, in their order"],
];

export function keysPanel() {
  const rows = KEYS.flatMap(([key, words]) => [make("dt", key), make("dd", words)]);
  return make("dl.ip-keys", ...rows);
}
