// What a screen reader is told of a move after which the game says the same words as before.

import { kindAt, pairs, spokenLabel } from "../view.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Place} Place */

const MOST = 4; // squares or cards that are named

/**
 * @param {View | null} before
 * @param {View} after
 */
export function changesBetween(before, after) {
  if (!before?.board || !after.board || before.title !== after.title) {
    return "";
  }
  const squares = after.board.zones.length ? cardsChanged : squaresChanged;
  return [
    ...added(before.text.split("\n"), after.text.split("\n")),
    ...added(countersOf(before.board), countersOf(after.board)),
    ...squares(before.board, after.board),
  ]
    .join(", ")
    .replace(/\s+/g, " ");
}

/**
 * What is in a list and was not, as often as it is new.
 * @param {string[]} before
 * @param {string[]} after
 */
function added(before, after) {
  const left = [...before];
  return after.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) {
      left.splice(at, 1);
    }
    return at < 0 && one;
  });
}

/** @param {Board} board */
function countersOf({ counters }) {
  return counters.map(([name, value]) => `${name}: ${value}`);
}

/**
 * The cards that are new in their zone, and who sits there now.
 * @param {Board} before
 * @param {Board} after
 */
function cardsChanged(before, after) {
  return after.zones.flatMap(({ name, note }, zone) => {
    const cards = added(cardsOf(before, zone), cardsOf(after, zone));
    const seat = added([before.zones[zone]?.note ?? ""], [note]);
    const words = [...seat, ...(cards.length > MOST ? [] : cards)];
    return words.length ? [`${name || "table"}: ${words.join(" and ")}`] : [];
  });
}

/**
 * @param {Board} board
 * @param {number} zone
 */
function cardsOf(board, zone) {
  const columns = board.shape[1];
  const kinds = Array.from({ length: columns }, (_, c) =>
    kindAt(board, board.at, zone * columns + c),
  );
  const cards = kinds.filter((kind) => kind && !kind.classes.includes("ip-void"));
  return cards.map(({ label }) => label);
}

/**
 * The squares of which something else is said than before, without those that something has only
 * moved to or left.
 * @param {Board} before
 * @param {Board} after
 */
function squaresChanged(before, after) {
  const columns = after.shape[1];
  if (String(before.shape) !== String(after.shape)) {
    return [];
  }
  const ends = pairs(after.came).map(([, end]) => end);
  const isOnlyReached = (/** @type {number} */ index) =>
    ends.filter((end) => end === index).length === 1;
  const changed = Array.from(after.at, (_, index) => index).filter((index) => {
    const { classes, label } = kindAt(after, after.at, index);
    const isLeft = ends.length > 0 && classes.includes("ip-blank");
    const isSame = kindAt(before, before.at, index).label === label;
    return !isSame && !isLeft && !isOnlyReached(index);
  });
  if (changed.length > MOST) {
    return [`${changed.length} squares have changed`];
  }
  return changed.map((index) => {
    const place = /** @type {Place} */ ([Math.floor(index / columns), index % columns]);
    return spokenLabel(after, place, kindAt(after, after.at, index).label);
  });
}
