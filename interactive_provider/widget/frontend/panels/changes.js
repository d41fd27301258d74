// What a screen reader is told of a move after which the game says the same words as before.

import { kindAt, pairs, spokenLabel } from "../view.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Board} Board */

const MOST_SQUARES = 4; // squares that are named

/**
 * @param {View | null} before
 * @param {View} after
 */
export function changesBetween(before, after) {
  if (!before?.board || !after.board || before.title !== after.title) {
    return "";
  }
  const counters = after.board.counters
    .filter(([, value], at) => before.board?.counters[at]?.[1] !== value)
    .map(([name, value]) => `${name}: ${value}`);
  return [...counters, ...squaresChanged(before.board, after.board)].join(", ");
}

/**
 * The squares of which something else is said than before, without those that something has only
 * moved to or left.
 * @param {Board} before
 * @param {Board} after
 */
function squaresChanged(before, after) {
  const [rows, columns] = after.shape;
  if (String(before.shape) !== String([rows, columns])) {
    return [];
  }
  const ends = pairs(after.came).map(([, end]) => end);
  const reached = new Set(
    ends.filter((end, at) => ends.indexOf(end) === at && ends.lastIndexOf(end) === at),
  );
  const all = Array.from({ length: rows * columns }, (_, index) => index);
  const changed = all.filter((index) => {
    const { classes, label } = kindAt(after, after.at, index);
    const isLeft = ends.length > 0 && classes.includes("ip-blank");
    const isSame = kindAt(before, before.at, index).label === label;
    return !isSame && !isLeft && !reached.has(index);
  });
  if (changed.length > MOST_SQUARES) {
    return [`${changed.length} squares have changed`];
  }
  return changed.map((index) => {
    const place = /** @type {const} */ ([Math.floor(index / columns), index % columns]);
    return spokenLabel(after, [...place], kindAt(after, after.at, index).label);
  });
}
