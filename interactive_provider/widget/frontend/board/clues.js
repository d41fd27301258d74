// Numbers that count what lies around them.

/** @typedef {import("../types.js").Cell} Cell */

// Steps down and to the right to all cells around one.
const AROUND = [-1, -1, -1, 0, -1, 1, 0, -1, 0, 1, 1, -1, 1, 0, 1, 1];

/**
 * The number on a cell, the covered cells around it and how many are marked; null if there is none.
 * @param {import("./grid.js").Grid} grid
 * @param {Cell} cell
 */
export function clueOf(grid, cell) {
  const number = Number(/\bip-number-(\d)/.exec(cell.className)?.[1]);
  const what = grid.board?.counted;
  if (!number || !what) {
    return null;
  }
  const around = grid.stepped(cell, AROUND);
  const marked = around.filter((one) => one.classList.contains(`ip-${what}`)).length;
  const covered = around.filter((one) => one.classList.contains("ip-covered"));
  return { number, what, marked, covered };
}

/**
 * Why a number does not open its neighbours; nothing if it does, or if there are none.
 * @param {import("./grid.js").Grid} grid
 * @param {Cell} cell
 */
export function complaintAbout(grid, cell) {
  const clue = clueOf(grid, cell);
  if (!clue?.covered.length || clue.marked === clue.number) {
    return "";
  }
  const { number, marked, what } = clue;
  const count = Math.abs(number - marked);
  const words = count === 1 ? what : `${what}s`;
  if (marked < number) {
    return `This ${number} needs ${count} more ${words}.`;
  }
  return `This ${number} has ${count} ${words} too many.`;
}
