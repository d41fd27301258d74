// Where everything stands: the head, the board, and the rest below or beside it.

import { make } from "./dom.js";
import { onResize } from "./environment.js";

/** @typedef {import("./types.js").View} View */

const PANEL = 300; // pixels that stand beside a board at least
const PANEL_GAP = 40; // pixels between both
const NARROW = 700; // pixels of a page on which everything stands below the board
/** @type {import("./types.js").Place} */
const TABLE = [1, 1]; // a table has a size of its own, whatever lies on it
const LEAST_SQUARE = { words: 110, high: 20, wide: 24 }; // pixels of a square that a board must have beside its panel

export class Desk {
  /**
   * @param {HTMLElement[]} head
   * @param {HTMLElement} board
   * @param {HTMLElement} list the moves, which stand in a row of their own
   * @param {AbortSignal} signal
   */
  constructor(head, board, list, signal) {
    this.head = make("div", { class: "ip-head" }, ...head);
    this.rest = make("div", { class: "ip-rest" });
    this.element = make("div", { class: "ip-desk" }, this.head, board, this.rest, list);
    // No typesetter of the page may touch what a game says.
    const classes = "ip-board ip-widget mathjax_ignore tex2jax_ignore";
    this.root = make("div", { class: classes }, this.element);
    /** @type {HTMLElement[]} */
    this.arranged = [];
    /** @type {View["board"]} */
    this.board = null;
    onResize(this.root, () => this.fit(), signal);
  }

  /**
   * Put these parts below or beside the board, if others stand there; gives whether they did.
   * @param {HTMLElement[]} parts
   */
  arrange(parts) {
    const isOther = parts !== this.arranged;
    this.arranged = parts;
    if (isOther) {
      this.rest.replaceChildren(...parts);
    }
    return isOther;
  }

  /** @param {View} view */
  show({ board, book, chart, console, notes, outcome, terminal }) {
    this.board = board;
    this.element.classList.toggle("ip-ended", outcome !== null);
    this.element.classList.toggle("ip-listed", notes.length > 0); // the moves stand in a list of their own
    this.root.classList.toggle("ip-reading", !!book && !chart);
    this.element.classList.toggle("ip-typed", !!book && !!chart);
    this.root.toggleAttribute("data-console", !!console || !!terminal);
    this.fit();
  }

  fit() {
    const { board } = this;
    const shape = board?.zones.length ? TABLE : board?.shape;
    const isBeside =
      !!shape && isWide(this.root.clientWidth, shape, !!board?.table.includes("ip-words"));
    this.element.classList.toggle("ip-wide", isBeside);
  }
}

/**
 * Whether a board leaves room beside it for all that else stands above and below it.
 * @param {number} width
 * @param {[number, number]} shape
 * @param {boolean} hasWords
 */
export function isWide(width, [rows, columns], hasWords) {
  const least = columns <= 1.4 * rows ? LEAST_SQUARE.high : LEAST_SQUARE.wide;
  return (
    width >= NARROW &&
    (width - PANEL - PANEL_GAP) / columns >= (hasWords ? LEAST_SQUARE.words : least)
  );
}
