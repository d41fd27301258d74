// What the kernel sends, read once: what it sends by position gets names, what it leaves out its
// default.

import { FIELDS } from "./fields.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Kind} Kind */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {Record<string, any>} Raw what was sent, before it is read */

/** The character of the first kind of cell. */
const FIRST_KIND = 0x30;

/** @type {Raw} */
const PLAIN_BOARD = {
  features: [],
  lands: [],
  dials: false,
  counted: "",
  overlays: {},
};

/**
 * What a kernel leaves out, by the name under which it stands in a view.
 * @type {Record<string, Raw>}
 */
const DEFAULTS = {
  board: PLAIN_BOARD,
  thumbnails: PLAIN_BOARD,
  kinds: {
    ...Object.fromEntries(FIELDS.kinds.map((name) => [name, ""])),
    takes: [],
    targets: [],
  },
};

/**
 * @param {Raw} raw
 * @returns {View}
 */
export function readView(raw) {
  // The Python of a browser leaves out, or leaves undefined, what is null elsewhere.
  return read({ ...raw, outcome: raw.outcome ?? null, level: raw.level ?? null }, "");
}

/**
 * What was sent, with names: a list of something else than lists has fields.
 * @param {any} value
 * @param {string} name under which it stands
 * @returns {any}
 */
function read(value, name) {
  const names = FIELDS[name];
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (Array.isArray(value) && (!names || value.every(Array.isArray))) {
    return value.map((one) => read(one, name));
  }
  const fields = Object.entries(value).map(([field, part]) => {
    const known = names?.[Number(field)] ?? field;
    return [known, read(part, known)];
  });
  return { ...DEFAULTS[name], ...Object.fromEntries(fields) };
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
