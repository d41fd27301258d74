// What stands over the board: the pieces to choose from if a move may mean several, and the arrows
// of a hint and a player.

import { button, name } from "../buttons.js";
import { make, svg } from "../dom.js";
import { consume } from "../keys.js";
import { pairs } from "../view.js";
import { placeIn } from "./ghosts.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Place} Place */

// The outline of an arrow, in squares: how far before or behind its head's or tail's middle, and
// how wide.
const TAIL = 0.2;
const ARROW_HEAD = 0.38;
const SHAFT = 0.09;
const BARB = 0.24;

export class Overlay {
  /** @type {View | null} */
  view = null;
  /** @type {Place[]} */
  #drawn = []; // the player's own arrows, from cell to cell

  /**
   * @param {import("./grid.js").Grid} grid
   * @param {import("../commands.js").Commands} commands
   * @param {AbortSignal} signal
   */
  constructor(grid, commands, signal) {
    this.grid = grid;
    this.commands = commands;
    this.element = make("div.ip-over");
    this.element.addEventListener("click", () => this.#cancel());
    this.element.addEventListener("contextmenu", consume);
    this.observer = new ResizeObserver(() => this.place());
    signal.addEventListener("abort", () => this.observer.disconnect());
  }

  #cancel() {
    if (this.view?.asking) {
      this.commands.send("cancel");
    }
  }

  /** @param {KeyboardEvent} event */
  key({ key, target }) {
    const isOwn =
      key === "Escape" && this.element.contains(/** @type {Node} */ (target));
    if (isOwn) {
      this.#cancel();
    }
    return isOwn;
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    this.#drawn = [];
    this.#paint(view);
  }

  /**
   * Draw an arrow from one cell to another, or take it away; without cells take all away.
   * @param {number[]} cells
   */
  draw(cells) {
    const [arrow] = pairs(cells);
    const hasChanged = !!arrow || this.#drawn.length > 0;
    const others = this.#drawn.filter((one) => String(one) !== String(arrow));
    const isNew = others.length === this.#drawn.length;
    this.#drawn = arrow ? [...others, ...(isNew ? [arrow] : [])] : [];
    if (this.view && hasChanged) {
      this.#paint(this.view);
    }
  }

  /** @param {View} view */
  #paint({ board, asking, arrow, options }) {
    const arrows = pairs(
      [...arrow, ...this.#drawn.flat()].map((cell) => this.#seen(cell)),
    );
    this.observer.disconnect();
    this.element.remove();
    this.element.dataset.asking = asking ? "true" : "";
    if (!board || (!asking && !arrows.length)) {
      return;
    }
    const [rows, columns] = board.shape;
    this.element.replaceChildren(
      ...(arrows.length ? [drawnArrows(arrows, rows, columns)] : []),
      ...(asking ? [this.#column(asking, options, rows, columns)] : []),
    );
    this.grid.host.append(this.element);
    this.place();
    this.observer.observe(this.grid.table);
    this.element.querySelector("button")?.focus();
  }

  /**
   * Over the cells only: the labels around them have a width of their own, and a page may be
   * written to the left.
   */
  place() {
    const { cells, host } = this.grid;
    const first = cells[0].getBoundingClientRect();
    const last = cells[cells.length - 1].getBoundingClientRect();
    const near = Math.min(first.left, last.left);
    const high = Math.min(first.top, last.top);
    const width = Math.max(first.right, last.right) - near;
    const { left, top } = placeIn(host, { left: near, top: high });
    const size = `width:${width}px;height:${Math.max(first.bottom, last.bottom) - high}px`;
    this.element.setAttribute("style", `left:${left}px;top:${top}px;${size}`);
  }

  /**
   * The number of a cell in the order in which cells are seen.
   * @param {number} cell
   */
  #seen(cell) {
    const { cells, isTurned } = this.grid;
    return isTurned ? cells.length - 1 - cell : cell;
  }

  /**
   * A column of pieces that begins at the target and leads into the board.
   * @param {import("../types.js").Asking} asking
   * @param {import("../types.js").Choice[]} options
   * @param {number} rows
   * @param {number} columns
   */
  #column({ cell: target, pieces }, options, rows, columns) {
    const cell = this.#seen(target);
    const r = Math.floor(cell / columns);
    const isLow = r >= rows / 2;
    const choices = pieces.map((piece, index) =>
      this.choice(piece, options[index]?.words ?? piece, index),
    );
    const style = [
      `left:${(100 * (cell % columns)) / columns}%`,
      `${isLow ? "bottom" : "top"}:${(100 * (isLow ? rows - 1 - r : r)) / rows}%`,
      `width:${100 / columns}%`,
      `height:${(100 * pieces.length) / rows}%`,
      `flex-direction:${isLow ? "column-reverse" : "column"}`,
    ];
    const attributes = {
      class: "ip-choices",
      role: "group",
      "aria-label": "Which of these?",
    };
    return make("div", { ...attributes, style: style.join(";") }, ...choices);
  }

  /**
   * @param {string} piece
   * @param {string} words
   * @param {number} index
   */
  choice(piece, words, index) {
    const choice = button("", () => this.commands.choose(index));
    choice.className = `ip-choice ip-piece-${piece}`;
    name(choice, words);
    choice.addEventListener("click", (event) => event.stopPropagation());
    return choice;
  }
}

/**
 * @param {Place[]} arrows from cell to cell
 * @param {number} rows
 * @param {number} columns
 */
function drawnArrows(arrows, rows, columns) {
  const paths = arrows.map(([from, to]) => {
    const across = (to % columns) - (from % columns);
    const along = Math.floor(to / columns) - Math.floor(from / columns);
    const angle = (Math.atan2(along, across) * 180) / Math.PI;
    const middle = `${(from % columns) + 0.5} ${Math.floor(from / columns) + 0.5}`;
    const transform = `translate(${middle}) rotate(${angle})`;
    return svg("path", { transform, d: outlineOf(Math.hypot(across, along)) });
  });
  return svg("svg[aria-hidden=true]", { viewBox: `0 0 ${columns} ${rows}` }, ...paths);
}

/**
 * The outline of an arrow to the right.
 * @param {number} length
 */
function outlineOf(length) {
  const neck = length - ARROW_HEAD;
  const barbs = `V${BARB}L${length} 0L${neck} ${-BARB}`;
  return `M${TAIL} ${SHAFT}H${neck}${barbs}V${-SHAFT}H${TAIL}z`;
}
