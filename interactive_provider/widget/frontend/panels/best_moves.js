// The best moves of a position as buttons, the best first.

import { button } from "../buttons.js";
import { row, shaded } from "./rows.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Place} Place */

const MOST_MOVES = 5; // moves that are named

/**
 * @param {View} view
 * @param {import("../commands.js").Commands} commands
 */
export function bestMoves({ worth, board }, commands) {
  const across = board?.shape[1] ?? 1;
  const nameOf = (/** @type {Place} */ [r, c]) =>
    `${board?.columns[c] ?? c + 1}${board?.rows[r] ?? r + 1}`;
  const choices = worth.slice(0, MOST_MOVES).map(({ way, words, shade }) => {
    const [at, to] = way.map(
      (cell) => /** @type {Place} */ ([Math.floor(cell / across), cell % across]),
    );
    const label = `${nameOf(at)}–${nameOf(to)} ${words}`;
    const send = () => commands.send("gesture", { gesture: "to", at, to });
    const build = () => shaded(button(label, send), shade);
    return { key: label, content: `${at} ${to} ${shade}`, build };
  });
  return { ...row("ip-group ip-bests", "best moves"), choices };
}
