// What stands over the board: the pieces to choose from if a move may mean several, and the arrows
// of a hint and a player.

import { button, name } from "../buttons.js";
import { make, svg } from "../dom.js";
import { consume } from "../keys.js";
import { pairs } from "../view.js";
import { boxIn } from "./ghosts.js";

/** @typedef {import("../types.js").Place} Place */

// The outline of an arrow, in squares: how far before or behind its head's or tail's middle, and
// how wide.
const TAIL = 0.2;
const ARROW_HEAD = 0.38;
const SHAFT = 0.09;
const BARB = 0.24;

export class Overlay {
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
    this.element.addEventListener("click", ({ target }) => {
      if (!(/** @type {Element} */ (target).closest("button"))) {
        this.#cancel();
      }
    });
    this.element.addEventListener("contextmenu", consume);
    this.observer = new ResizeObserver(() => this.place());
    signal.addEventListener("abort", () => this.observer.disconnect());
  }

  #cancel() {
    if (this.commands.view.asking) {
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

  /** Show what the view has to be shown, without the player's own arrows. */
  show() {
    this.#drawn = [];
    this.#paint();
  }

  /**
   * Draw an arrow from one cell to another, or take it away; without cells take all away.
   * @param {number[]} cells
   */
  draw(cells) {
    const [arrow] = pairs(cells);
    const before = this.#drawn;
    const others = before.filter((one) => arrow && String(one) !== String(arrow));
    const isNew = arrow && others.length === before.length;
    this.#drawn = isNew ? [...others, arrow] : others;
    if (arrow || before.length) {
      this.#paint();
    }
  }

  #paint() {
    const { board, asking, arrow } = this.commands.view;
    const seen = [...arrow, ...this.#drawn.flat()].map((cell) => this.#seen(cell));
    this.observer.disconnect();
    this.element.remove();
    this.element.dataset.asking = asking ? "true" : "";
    if (!board || (!asking && !seen.length)) {
      return;
    }
    const [rows, columns] = board.shape;
    this.element.replaceChildren(drawnArrows(pairs(seen), rows, columns));
    if (asking) {
      this.element.append(this.#column(asking, rows, columns));
    }
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
    const box = boxIn(host, [cells[0], cells[cells.length - 1]]);
    const style = Object.entries(box).map(([side, pixels]) => `${side}:${pixels}px`);
    this.element.setAttribute("style", style.join(";"));
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
   * @param {number} rows
   * @param {number} columns
   */
  #column({ cell: target, pieces }, rows, columns) {
    const cell = this.#seen(target);
    const row = Math.floor(cell / columns);
    const isLow = row >= rows / 2;
    const { options } = this.commands.view;
    const choices = pieces.map((piece, index) =>
      this.choice(piece, options[index]?.words ?? piece, index),
    );
    const place = `--left:${cell % columns};--from:${isLow ? rows - 1 - row : row}`;
    const size = `--across:${columns};--along:${rows};--count:${pieces.length}`;
    const attributes = {
      class: isLow ? "ip-choices ip-low" : "ip-choices",
      role: "group",
      "aria-label": "Which of these?",
      style: `${place};${size}`,
    };
    return make("div", attributes, ...choices);
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
    return choice;
  }
}

/**
 * @param {Place[]} arrows from cell to cell
 * @param {number} rows
 * @param {number} columns
 */
function drawnArrows(arrows, rows, columns) {
  const paths = arrows.map((arrow) => {
    const [[x, y], [x2, y2]] = arrow.map((at) => [
      at % columns,
      Math.floor(at / columns),
    ]);
    const angle = (Math.atan2(y2 - y, x2 - x) * 180) / Math.PI;
    const transform = `translate(${x + 0.5} ${y + 0.5}) rotate(${angle})`;
    return svg("path", { transform, d: outlineOf(Math.hypot(x2 - x, y2 - y)) });
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
