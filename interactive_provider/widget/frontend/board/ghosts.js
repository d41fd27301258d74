// Copies of cells above the board: what moves is a copy, and nothing of the board itself changes
// its place or size.

import { make } from "../dom.js";

/** @typedef {import("../types.js").Cell} Cell */

/** What is said of a cell as long as its piece lies there. */
const STATES = /ip-(marked-\w+|picked|reach|taken|live|away)/g;

export class Ghosts {
  /** @type {Map<HTMLElement, Cell>} */
  cells = new Map(); // the cell that stands empty under each copy

  /** @param {import("./grid.js").Grid} grid */
  constructor(grid) {
    this.grid = grid;
  }

  /**
   * Lay a copy of a cell above the board.
   * @param {Cell} cell
   * @param {string} [style]
   */
  raise(cell, style = "") {
    const { board, host, table } = this.grid;
    const { left, top } = boxIn(host, [cell]);
    const attributes = {
      class: `${table.className} ip-ghost`,
      style: `${board?.style};left:${left}px;top:${top}px;${style}`,
      "aria-hidden": "true",
    };
    const ghost = make("table", attributes, make("tbody", make("tr", copyOf(cell))));
    host.append(ghost);
    cell.classList.add("ip-away");
    this.cells.set(ghost, cell);
    return ghost;
  }

  /**
   * The copies are at their places: the board's own pieces take over.
   * @param {Iterable<HTMLElement>} ghosts
   */
  land(ghosts) {
    for (const ghost of ghosts) {
      ghost.remove();
      this.cells.get(ghost)?.classList.remove("ip-away");
      this.cells.delete(ghost);
    }
  }

  clear() {
    this.land([...this.cells.keys()]);
  }
}

/**
 * What is drawn in a cell; a copy is neither read nor pressed.
 * @param {Cell} cell
 */
function copyOf(cell) {
  const copy = make("td", { class: cell.className.replace(STATES, "") });
  copy.append(...cell.cloneNode(true).childNodes);
  copy.style.width = `${cell.offsetWidth}px`;
  copy.style.minWidth = copy.style.width;
  return copy;
}

/**
 * The box around some elements, by its place in one that can be scrolled.
 * @param {HTMLElement} host
 * @param {Element[]} elements
 */
export function boxIn(host, elements) {
  const here = host.getBoundingClientRect();
  const boxes = elements.map((one) => one.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  return {
    left: left - here.left - host.clientLeft + host.scrollLeft,
    top: top - here.top - host.clientTop + host.scrollTop,
    width: Math.max(...boxes.map((box) => box.right)) - left,
    height: Math.max(...boxes.map((box) => box.bottom)) - top,
  };
}
