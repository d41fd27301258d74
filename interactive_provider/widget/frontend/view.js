// What the kernel sends, read once: what it sends by position gets names, what it leaves out its
// default.

import { FIELDS, NULLABLE, PARTS } from "./fields.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Kind} Kind */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {Record<string, any>} Raw what was sent, before it is read */

/** The character of the first kind of cell. */
const FIRST_KIND = 0x30;

/** What a cell has of which nothing is said. */
const PLAIN_KIND = {
  ...Object.fromEntries(FIELDS.Kind.map((/** @type {string} */ name) => [name, ""])),
  takes: [],
  targets: [],
};
/** @type {Raw} */
const PLAIN_BOARD = {
  features: [],
  lands: [],
  dials: false,
  counted: "",
  overlays: {},
};

/** @type {Record<string, Raw>} */
const DEFAULTS = { Board: PLAIN_BOARD, Kind: PLAIN_KIND };

/**
 * @param {Raw} raw
 * @returns {View}
 */
export function readView(raw) {
  const view = read("View", raw);
  // The Python of a browser leaves out, or leaves undefined, what is null elsewhere.
  return {
    ...view,
    ...Object.fromEntries(NULLABLE.map((name) => [name, view[name] ?? null])),
  };
}

/**
 * What was sent, with names. A text may stand in the place of a shape.
 * @param {any} shape its name; in a list for a list of it
 * @param {any} value
 * @returns {any}
 */
function read(shape, value) {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (Array.isArray(shape)) {
    return value.map((/** @type {unknown} */ one) => read(shape[0], one));
  }
  const names = FIELDS[shape];
  const nameOf = (/** @type {unknown} */ field, /** @type {number} */ at) => [
    names[at],
    field,
  ];
  const fields = names ? Object.fromEntries(value.map(nameOf)) : value;
  const parts = Object.entries(PARTS[shape] ?? {}).map(([name, part]) => [
    name,
    read(part, fields[name]),
  ]);
  return { ...DEFAULTS[shape], ...fields, ...Object.fromEntries(parts) };
}

/**
 * A list as pairs: of the numbers of two cells, or of steps down and to the right.
 * @param {readonly number[]} flat
 */
export function pairs(flat) {
  const starts = flat.filter((_, at) => at % 2 === 0);
  return starts.map((start, at) => /** @type {Place} */ ([start, flat[2 * at + 1]]));
}

/**
 * The kind of a cell.
 * @param {Board} board
 * @param {string} at the character of each cell's kind
 * @param {number} index
 */
export function kindAt(board, at, index) {
  return board.kinds[at.charCodeAt(index) - FIRST_KIND];
}

/**
 * Whether a board offers something that only some surfaces have: `Surface.features` lists the
 * words.
 * @param {Board | null} board
 * @param {string} feature
 */
export function offers(board, feature) {
  return !!board?.features.includes(feature);
}

/**
 * Whether a gesture moves what lies in a cell: to a neighbour, or to the places that its targets
 * name (T).
 * @param {Kind} kind
 */
export function canDrag({ gestures }) {
  return /[UDLRT]/.test(gestures);
}

/**
 * What is said of a cell: its label gets the names of its row and column if it has blanks for them,
 * else its place.
 * @param {Board} board
 * @param {Place} place
 * @param {string} label
 */
export function spokenLabel({ rows, columns, zones }, [r, c], label) {
  const row = rows[r] ?? `${r + 1}`;
  const column = columns[c] ?? `${c + 1}`;
  const words = label.replace("\x01", () => row).replace("\x02", () => column);
  if (words !== label || zones.length) {
    return words;
  }
  return `${rows[r] ?? `row ${row}`} ${columns[c] ?? `column ${column}`}: ${words}`;
}
