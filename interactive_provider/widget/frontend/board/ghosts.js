// Copies of cells above the board: what moves is a copy, and nothing of the board itself changes
// its place or size.

import { OWN_KEYS, make } from "../dom.js";

/** @typedef {import("../types.js").Cell} Cell */

/** What a copy has not: it is neither read nor pressed. */
const NAMES = ["tabindex", "role", "aria-label", "title", OWN_KEYS];
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
   */
  raise(cell) {
    const { board, host, table } = this.grid;
    const copy = copyOf(cell);
    const attributes = { class: `${table.className} ip-ghost`, "aria-hidden": "true" };
    const ghost = make("table", attributes, make("tbody", make("tr", copy)));
    const { left, top } = placeIn(host, cell.getBoundingClientRect());
    ghost.setAttribute("style", `${board?.style};left:${left}px;top:${top}px`);
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

/** @param {Cell} cell */
function copyOf(cell) {
  const copy = /** @type {HTMLElement} */ (cell.cloneNode(true));
  for (const name of NAMES) {
    copy.removeAttribute(name);
  }
  copy.className = copy.className.replace(STATES, "");
  copy.style.width = `${cell.offsetWidth}px`;
  copy.style.minWidth = copy.style.width;
  return copy;
}

/**
 * Where a box stands in an element that can be scrolled.
 * @param {HTMLElement} host
 * @param {{left: number, top: number}} box
 */
export function placeIn(host, { left, top }) {
  const here = host.getBoundingClientRect();
  return {
    left: left - here.left - host.clientLeft + host.scrollLeft,
    top: top - here.top - host.clientTop + host.scrollTop,
  };
}
