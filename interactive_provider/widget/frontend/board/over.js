// What stands over the board: the pieces to choose from where a move may mean several, and the arrow of a hint.

import { button, make, svg } from "../dom.js";

const HEAD = 0.38; // squares that the head of an arrow is long

export class Over {
  /**
   * @param {import("./grid.js").Grid} grid
   * @param {import("../commands.js").Commands} commands
   */
  constructor(grid, commands) {
    this.grid = grid;
    this.commands = commands;
    this.element = make("div", { class: "ip-over" });
    this.element.addEventListener("click", () => this.cancel());
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.cancel();
      event.preventDefault();
      event.stopPropagation();
    });
    this.watch = new ResizeObserver(() => this.place());
    /** @type {number[]} */
    this.drawn = []; // pairs of cells with an arrow of the player's own
  }

  cancel() { if (this.element.dataset.asking) this.commands.send({ do: "cancel" }); }

  /** @param {import("../types.js").View} view */
  show(view) {
    this.view = view;
    this.drawn = [];
    this.paint(view);
  }

  /**
   * Draw an arrow from one cell to another, or take it away; without cells take all away.
   * @param {number[]} way
   */
  draw(way) {
    const at = this.drawn.findIndex((cell, n) => n % 2 === 0 && cell === way[0] && this.drawn[n + 1] === way[1]);
    if (at >= 0) this.drawn.splice(at, 2);
    else if (way.length) this.drawn.push(...way);
    else if (this.drawn.length) this.drawn = [];
    else return;
    if (this.view) this.paint(this.view);
  }

  /** @param {import("../types.js").View} view */
  paint({ board, asking, arrow: advised, options }) {
    const arrow = [...advised, ...this.drawn];
    this.watch.disconnect();
    this.element.remove();
    this.element.dataset.asking = asking ? "true" : "";
    if (!board || (!asking && !arrow.length)) return;
    const [rows, columns] = board.shape;
    this.element.replaceChildren(...(arrow.length ? [arrows(arrow, rows, columns)] : []), ...(asking ? [this.column(asking, options, rows, columns)] : []));
    this.grid.host.append(this.element);
    this.place();
    this.watch.observe(this.grid.table);
    if (asking) this.element.querySelector("button")?.focus();
  }

  // Over the cells only: the labels around them have a width of their own.
  place() {
    const { cells, host } = this.grid, here = host.getBoundingClientRect();
    const first = cells[0].getBoundingClientRect(), last = cells[cells.length - 1].getBoundingClientRect();
    const left = first.left - here.left - host.clientLeft + host.scrollLeft, top = first.top - here.top - host.clientTop + host.scrollTop;
    this.element.setAttribute("style", `left:${left}px;top:${top}px;width:${last.right - first.left}px;height:${last.bottom - first.top}px`);
  }

  /**
   * A column of pieces that begins at the target and leads into the board.
   * @param {[number, string[]]} asking
   * @param {import("../types.js").Choice[]} options
   * @param {number} rows
   * @param {number} columns
   */
  column([at, pieces], options, rows, columns) {
    const r = Math.floor(at / columns), isLow = r >= rows / 2, side = isLow ? "bottom" : "top";
    const choices = pieces.map((piece, index) => {
      const choice = button("", () => this.commands.send({ do: "option", index }));
      choice.className = `ip-choice ip-piece-${piece}`;
      choice.ariaLabel = choice.title = options[index]?.[1] ?? piece;
      choice.addEventListener("click", (event) => event.stopPropagation());
      return choice;
    });
    return make("div", { class: "ip-choices", role: "group", "aria-label": "Which of these?",
      style: `left:${(100 * (at % columns)) / columns}%;${side}:${(100 * (isLow ? rows - 1 - r : r)) / rows}%;width:${100 / columns}%;`
        + `height:${(100 * pieces.length) / rows}%;flex-direction:${isLow ? "column-reverse" : "column"}` }, ...choices);
  }

  stop() { this.watch.disconnect(); }
}

/**
 * @param {number[]} ways pairs of cells, from and to
 * @param {number} rows
 * @param {number} columns
 */
function arrows(ways, rows, columns) {
  const drawn = [];
  for (let n = 0; n < ways.length; n += 2) {
    const [x, y, toX, toY] = [ways[n], ways[n + 1]].flatMap((cell) => [(cell % columns) + 0.5, Math.floor(cell / columns) + 0.5]);
    const length = Math.hypot(toX - x, toY - y) || 1, [across, along] = [(toX - x) / length, (toY - y) / length];
    const at = (/** @type {number} */ far, /** @type {number} */ wide) => `${x + across * far - along * wide} ${y + along * far + across * wide}`;
    const neck = length - HEAD;
    drawn.push(svg("path", { d: `M${at(0.2, 0.09)}L${at(neck, 0.09)}L${at(neck, 0.24)}L${at(length, 0)}L${at(neck, -0.24)}L${at(neck, -0.09)}L${at(0.2, -0.09)}z` }));
  }
  return svg("svg", { viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" }, ...drawn);
}

const OPPOSITE = /** @type {Record<string, string>} */ ({ U: "D", D: "U", L: "R", R: "L" });

const reversed = (/** @type {string} */ at) => [...at].toReversed().join("");

/**
 * What the page is sent, as it is from the other side of the board.
 * @param {import("../types.js").View} view
 * @returns {import("../types.js").View}
 */
export function turned(view) {
  const { board } = view;
  if (!board) return view;
  const last = board.shape[0] * board.shape[1] - 1;
  const back = (/** @type {number[]} */ cells) => cells.map((cell) => last - cell);
  const kinds = board.kinds.map((kind) => {
    const other = /** @type {import("../types.js").Kind} */ ([...kind]);
    if (kind[4]) other[4] = kind[4].replace(/[UDLR]/g, (way) => OPPOSITE[way]);
    if (kind[7]) other[7] = kind[7].map((step) => -step);
    if (kind[8]) other[8] = kind[8].map((step) => -step);
    return other;
  });
  const frames = board.frames.map((frame) => ({ ...frame, at: reversed(frame.at), came: back(frame.came), gone: back(frame.gone) }));
  const sides = { rows: board.rows.toReversed(), columns: board.columns.toReversed(), heads: board.heads.toReversed() };
  return { ...view, board: { ...board, ...sides, kinds, frames, at: reversed(board.at), came: back(board.came), joined: board.joined.map(back) },
    asking: view.asking && [last - view.asking[0], view.asking[1]], arrow: back(view.arrow),
    worth: view.worth.map(([way, words, shade]) => [back(way), words, shade]) };
}
