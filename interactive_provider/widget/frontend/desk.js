// Where everything stands: the head, the board, and the rest below or beside it.

import { make } from "./dom.js";

/** @typedef {import("./types.js").View} View */

const PANEL = 300; // pixels that stand beside a board at least
const PANEL_GAP = 40; // pixels between both
const NARROW = 700; // pixels of a page on which everything stands below the board
/** @type {import("./types.js").Place} */
const TABLE = [1, 1]; // a table has a size of its own, whatever lies on it
// Pixels of a square that a board must have beside its panel.
const LEAST_SQUARE = { words: 110, high: 20, wide: 24 };

export class Desk {
  /** @type {View["board"]} */
  board = null;

  /**
   * @param {HTMLElement[]} head what stands above the board
   * @param {HTMLElement} board
   * @param {HTMLElement} list the moves, which stand in a row of their own
   * @param {(view: View) => HTMLElement[]} partsFor what stands below or beside the board
   */
  constructor(head, board, list, partsFor) {
    this.partsFor = partsFor;
    this.head = make("div.ip-head", ...head);
    this.rest = make("div.ip-rest");
    this.element = make("div.ip-desk", this.head, board, this.rest, list);
    // No typesetter of the page may touch what a game says.
    this.root = make(
      "div.ip-board.ip-widget.mathjax_ignore.tex2jax_ignore",
      this.element,
    );
  }

  /** @param {View} view */
  show(view) {
    const { board, book, chart, console, notes, outcome, terminal } = view;
    const { classList } = this.element;
    this.board = board;
    this.root.classList.toggle("ip-reading", !!book && !chart);
    this.root.toggleAttribute("data-console", !!console || !!terminal);
    classList.toggle("ip-typed", isAdventure(view));
    classList.toggle("ip-ended", outcome !== null);
    classList.toggle("ip-listed", notes.length > 0); // the moves stand in a list of their own
    place(this.rest, this.partsFor(view));
    this.fit();
  }

  fit() {
    const { board } = this;
    const shape = board?.zones.length ? TABLE : board?.shape;
    const isBeside =
      !!shape &&
      isWide(this.root.clientWidth, shape, !!board?.table.includes("ip-words"));
    this.element.classList.toggle("ip-wide", isBeside);
  }
}

/**
 * Put parts into a place; those that stand there already stay, with their focus.
 * @param {HTMLElement} host
 * @param {HTMLElement[]} parts
 */
export function place(host, parts) {
  if (parts.some((part, at) => host.children[at] !== part)) {
    host.replaceChildren(...parts);
  }
}

/**
 * Whether a view is of a story in which one walks about by typed commands.
 * @param {View} view
 */
export function isAdventure({ book, chart }) {
  return !!book && !!chart;
}

/**
 * Whether a board leaves room beside it for all that else stands above and below it.
 * @param {number} width
 * @param {[number, number]} shape
 * @param {boolean} hasWords
 */
function isWide(width, [rows, columns], hasWords) {
  const least = columns <= 1.4 * rows ? LEAST_SQUARE.high : LEAST_SQUARE.wide;
  return (
    width >= NARROW &&
    (width - PANEL - PANEL_GAP) / columns >= (hasWords ? LEAST_SQUARE.words : least)
  );
}
