// The one table of directions: in which a thing moves on a board, and in which a player walks in a
// story.

/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Way} Way */

/**
 * `letter` stands for it among the gestures of a cell, `key` is the one that is pressed, `turned`
 * is what it is on a board that is seen from the other side.
 * @type {Record<Way, {letter: string, key: string, sign: string, step: Place, turned: Way}>}
 */
export const DIRECTIONS = {
  up: { letter: "U", key: "ArrowUp", sign: "↑", step: [-1, 0], turned: "down" },
  down: { letter: "D", key: "ArrowDown", sign: "↓", step: [1, 0], turned: "up" },
  left: { letter: "L", key: "ArrowLeft", sign: "←", step: [0, -1], turned: "right" },
  right: { letter: "R", key: "ArrowRight", sign: "→", step: [0, 1], turned: "left" },
};

export const WAYS = /** @type {Way[]} */ (Object.keys(DIRECTIONS));

/** The points of the compass as they stand on a rose; its middle is none. */
export const COMPASS = [
  "northwest",
  "north",
  "northeast",
  "west",
  "",
  "east",
  "southwest",
  "south",
  "southeast",
];

/** The other ways to leave a room. */
export const HOUSE = ["up", "in", "down", "out"];

/**
 * The numbers of the options that are directions, if all of them are: only one thing can move, so
 * an arrow moves it.
 * @param {import("./types.js").Choice[]} options
 * @returns {Partial<Record<string, number>> | null}
 */
export function directionOptions(options) {
  const numbers = options.map(({ words }, index) => [words.toLowerCase(), index]);
  const isOnly = numbers.length > 0 && numbers.every(([way]) => way in DIRECTIONS);
  return isOnly ? Object.fromEntries(numbers) : null;
}

/**
 * The direction of an arrow key.
 * @param {string} key
 */
export function wayOfKey(key) {
  return WAYS.find((way) => DIRECTIONS[way].key === key);
}

/**
 * The direction of a movement across and along.
 * @param {number} across
 * @param {number} along
 * @returns {Way}
 */
export function wayOfMovement(across, along) {
  if (Math.abs(across) > Math.abs(along)) {
    return across > 0 ? "right" : "left";
  }
  return along > 0 ? "down" : "up";
}

/**
 * Where a point of the compass lies from the middle of the rose.
 * @param {string} point
 */
export function offsetOf(point) {
  const at = COMPASS.indexOf(point);
  return { across: (at % 3) - 1, along: Math.floor(at / 3) - 1 };
}

/**
 * A point of the compass in one or two letters.
 * @param {string} point
 */
export function shortName(point) {
  return point.replace(/(north|south|east|west)/g, (word) => word[0].toUpperCase());
}

/**
 * A number, or the bound that it is beyond.
 * @param {number} number
 * @param {number} least
 * @param {number} most
 */
export function within(number, least, most) {
  return Math.max(least, Math.min(number, most));
}
