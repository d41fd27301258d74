// The best moves of a position as buttons, the best first.

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Place} Place */

const MOST_MOVES = 5; // moves that are named

/**
 * @param {View} view
 * @returns {import("./options.js").Row}
 */
export function bestMoves({ worth, board }) {
  const across = board?.shape[1] ?? 1;
  const nameOf = (/** @type {Place} */ [r, c]) =>
    `${board?.columns[c] ?? c + 1}${board?.rows[r] ?? r + 1}`;
  const items = worth.slice(0, MOST_MOVES).map(({ way, words, shade }) => {
    const [at, to] = way.map(
      (cell) => /** @type {Place} */ ([Math.floor(cell / across), cell % across]),
    );
    const choice = { words: `${nameOf(at)}–${nameOf(to)} ${words}`, shade };
    return {
      order: /** @type {[string, {}]} */ (["gesture", { gesture: "to", at, to }]),
      choice,
    };
  });
  return { classes: "ip-group ip-bests", group: "best moves", items };
}
