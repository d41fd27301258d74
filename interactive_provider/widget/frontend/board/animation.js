// What moves: pieces go where they went, those that were taken shrink, an opening spreads from where it was pressed.
// A piece that moves is a copy of its cell above the board; nothing of the board itself changes its place or size.

import { make } from "../dom.js";
import { STEPS, isFilled, pieceOf } from "./grid.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").Place} Place */

const MOVE = 130; // milliseconds for a piece to go to a neighbour
const FALL = 220; // milliseconds for all that fall together
const SHRINK = 200; // milliseconds for what was taken
const PAUSE = 130; // milliseconds between two waves
const PLAIN = 300; // milliseconds that a frame stands in which nothing moves
const DROP = 90; // milliseconds for a disc to fall by one row
const SCORE = 900; // milliseconds that the number of pieces taken is seen
const NUDGE = 420; // milliseconds for a hint's pieces to move towards each other and back
const RIPPLE = 180; // milliseconds until the farthest square opens
const TURN = 110; // milliseconds until a disc that turns is seen from its edge
const RIPPLING = 3; // squares that must change for a ripple

export class Animator {
  /**
   * @param {import("./grid.js").Grid} grid
   * @param {(words: string) => void} say shows the caption of a frame
   * @param {() => void} painted is called when a move is shown that has not been answered
   */
  constructor(grid, say, painted = () => {}) {
    this.painted = painted;
    this.grid = grid;
    this.say = say;
    /** @type {Place} */
    this.origin = [0, 0];
    this.run = 0; // each show is a run of its own; what belongs to an older one stops
    this.isPlaying = false; // whether frames are shown on the way to the board
    this.dropped = false; // whether the player's own drag has already made the first movement
    /** @type {Element | null} */
    this.held = null;
    /** @type {{cell: Cell, ghost: HTMLElement} | null} */
    this.pushed = null; // the piece that changes places with the one that is held
    this.waves = 0;
    /** @type {{ghost: Element, cell: Cell}[]} */
    this.away = [];
  }

  /**
   * Show the board, by way of its frames where it is to move.
   * @param {Board} board
   * @param {boolean} animate
   */
  async show(board, animate) {
    const run = ++this.run, dropped = this.dropped;
    this.clear();
    this.dropped = false;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (animate && !still) {
      this.waves = 0;
      this.isPlaying = true;
      for (const [number, frame] of board.frames.entries()) {
        if (frame.caption) this.say(frame.caption);
        await this.frame(frame, dropped && number === 0);
        if (run !== this.run) return;
      }
      if (board.frames.length) this.say("");
    }
    this.isPlaying = false;
    this.clear();
    const before = this.signs(), stood = this.grid.cells.map(pieceOf);
    const changed = this.grid.draw(board.at);
    if (!animate || still || board.frames.length) return;
    if (this.grid.falls()) return this.fall(changed.filter((cell) => !stood[cell.index] && isFilled(cell)));
    const turned = changed.filter((cell) => isTurned(stood[cell.index], pieceOf(cell)));
    if (turned.length && changed.every((cell) => !stood[cell.index] || isFilled(cell))) return this.turn(turned, stood);
    if (board.came.length && !dropped) await this.meet(board.came, changed.filter(({ index }) => !before[index] && this.signs()[index]));
    else if (!board.came.length && changed.length > RIPPLING) this.ripple(changed);
  }

  /** Show the board at once, for a player who goes on before all that happened has been shown. */
  skip() {
    if (this.isPlaying && this.grid.board) this.show(this.grid.board, false);
  }

  /**
   * @param {Frame} frame
   * @param {boolean} done whether its movement has been made by hand
   */
  async frame(frame, done) {
    this.clear();
    this.grid.draw(frame.at);
    if (frame.gone.length) {
      this.score(frame.gone, ++this.waves);
      await this.shrink(frame.gone);
    } else if (frame.came.length && !done) {
      await this.move(frame.came, frame.came.length > 4 ? FALL : MOVE);
      await wait(PAUSE);
    } else if (!frame.came.length) await wait(PLAIN);
  }

  /**
   * Let the number of pieces taken, and which wave in a row it is, rise from where they were.
   * @param {number[]} indices
   * @param {number} wave
   */
  score(indices, wave) {
    const { host } = this.grid, here = host.getBoundingClientRect();
    const boxes = indices.map((index) => this.grid.cells[index].getBoundingClientRect());
    const left = Math.min(...boxes.map((box) => box.left)), right = Math.max(...boxes.map((box) => box.right));
    const style = `left:${(left + right) / 2 - here.left + host.scrollLeft}px;top:${Math.min(...boxes.map((box) => box.top)) - here.top + host.scrollTop}px`;
    const badge = make("b", { class: "ip-score", "aria-hidden": "true", style }, `+${indices.length}${wave > 1 ? ` ×${wave}` : ""}`);
    host.append(badge);
    finished([badge.animate([{ opacity: 0, translate: "-50% 40%" }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.7 }, { opacity: 0, translate: "-50% -30%" }], { duration: SCORE })])
      .then(() => badge.remove());
  }

  /**
   * The two pieces that a hint advises to exchange move a little towards each other, twice; a single one moves on its way.
   * @param {string} way
   */
  nudge(way) {
    const cell = this.grid.cells.find((one) => one.classList.contains("ip-marked-advised"));
    if (!cell || !way || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [down, right] = STEPS[way], beside = this.beside(cell, way);
    for (const [one, sign] of /** @type {[Cell, number][]} */ ([[cell, 1], ...(beside && isFilled(beside) ? [[beside, -1]] : [])]))
      one.animate([{ translate: "0" }, { translate: `${sign * right * 8}px ${sign * down * 8}px`, offset: 0.4 }, { translate: "0" }], { duration: NUDGE, iterations: 2, easing: "ease-in-out" });
  }

  /**
   * @param {Cell} cell
   * @param {string} way
   */
  beside({ place: [r, c] }, way) {
    const place = /** @type {Place} */ ([r + STEPS[way][0], c + STEPS[way][1]]);
    return this.grid.inside(place) ? this.grid.cell(place) : null;
  }

  /** @param {number[]} indices */
  async shrink(indices) {
    const look = { duration: SHRINK, easing: "ease-in", fill: /** @type {const} */ ("forwards") };
    const ghosts = indices.map((index) => this.ghost(this.grid.cells[index]));
    await finished(ghosts.map((ghost) => ghost.animate([{ transform: "scale(1)" }, { transform: "scale(1.12)", offset: 0.3 }, { transform: "scale(0)" }], look)));
    for (const ghost of ghosts) ghost.remove(); // its cell stands empty until the next frame is drawn
  }

  /**
   * @param {number[]} came pairs of cells, from and to
   * @param {number} duration
   */
  async move(came, duration) {
    const ghosts = [], movements = [];
    for (let n = 0; n < came.length; n += 2) {
      const from = this.grid.cells[came[n]], to = this.grid.cells[came[n + 1]];
      if (!from || !to) continue;
      const ghost = this.ghost(to);
      const old = from.getBoundingClientRect(), now = to.getBoundingClientRect();
      const across = old.left - now.left, along = old.top - now.top;
      ghosts.push(ghost);
      movements.push(ghost.animate([{ transform: `translate(${across}px,${along}px)` }, { transform: "none" }], { duration, easing: "ease-in-out" }));
    }
    await finished(movements);
    this.land(ghosts);
  }

  /**
   * Show at once what the player has put, before the kernel answers; whatever it answers is drawn over it.
   * @param {Cell} cell
   */
  put(cell) {
    const piece = this.grid.puts(), [target] = piece ? this.grid.taken(cell) : [];
    if (!piece || !target || isFilled(target)) return;
    target.classList.remove("ip-taken", "ip-bare");
    target.classList.add(`ip-piece-${piece}`);
    target.kind = []; // so that the answer is drawn, even if it says that nothing has changed
    this.painted();
    if (this.grid.falls() && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.fall([target]);
  }

  /**
   * Pieces turn over and show their other colour, those near to what was put first.
   * @param {Cell[]} cells
   * @param {string[]} stood the pieces before
   */
  turn(cells, stood) {
    const half = { duration: TURN, fill: /** @type {const} */ ("forwards") }, [r, c] = this.origin;
    return Promise.all(cells.map(async (cell) => {
      const now = pieceOf(cell), ghost = this.ghost(cell), face = ghost.querySelector("td");
      face?.classList.replace(now, stood[cell.index]);
      const delay = (TURN / 2) * Math.max(Math.abs(cell.place[0] - r), Math.abs(cell.place[1] - c));
      await finished([ghost.animate([{ transform: "none" }, { transform: "scaleX(0)" }], { ...half, delay })]);
      face?.classList.replace(stood[cell.index], now);
      await finished([ghost.animate([{ transform: "scaleX(0)" }, { transform: "none" }], half)]);
      this.land([ghost]);
    }));
  }

  signs() { return this.grid.cells.map((cell) => (cell.classList.contains("ip-blank") ? "" : cell.kind?.[0] ?? "")); }

  /**
   * Pieces move to where they went; those that met on one cell pulse, and what is new beside them grows.
   * @param {number[]} came pairs of cells, from and to
   * @param {Cell[]} filled the cells that were blank before
   */
  async meet(came, filled) {
    await this.move(came.filter((_, n) => came[n - (n % 2)] !== came[n - (n % 2) + 1]), MOVE); // some are only met
    const ends = came.filter((_, n) => n % 2), met = new Set(ends.filter((index, n) => ends.indexOf(index) < n));
    const pop = (/** @type {Cell} */ cell, /** @type {number} */ from) => cell.animate(
      [{ transform: `scale(${from})` }, { transform: "scale(1)" }], { duration: MOVE, easing: "ease-out" });
    for (const index of met) pop(this.grid.cells[index], 1.15);
    for (const cell of filled) if (!ends.includes(cell.index)) pop(cell, 0.2);
  }

  /**
   * Show a carried piece at once where it goes, before the kernel answers; whatever it answers is drawn over it.
   * @param {Cell} cell
   * @param {Cell} target
   */
  carry(cell, target) {
    const piece = pieceOf(cell);
    if (!piece) return;
    for (const one of [cell, target]) {
      one.className = one.className.replace(/ip-(piece-[\w-]+|marked-\w+|bare)/g, "");
      one.kind = []; // so that the answer is drawn, even if it says that nothing has changed
    }
    target.classList.add(piece);
    cell.classList.add("ip-bare");
    for (const one of [cell, target]) one.classList.add("ip-marked-last");
    this.painted();
  }

  /**
   * Discs fall from above the rack to where they lie, and bounce once.
   * @param {Cell[]} cells
   */
  async fall(cells) {
    const ghosts = cells.map((cell) => this.ghost(cell));
    await finished(ghosts.map((ghost, n) => {
      const [row] = cells[n].place, high = (row + 1) * cells[n].offsetHeight, up = Math.min(high / 12, 8);
      const steps = [{ transform: `translateY(${-high}px)`, easing: "ease-in" }, { transform: "none", offset: 0.8, easing: "ease-out" },
        { transform: `translateY(${-up}px)`, offset: 0.9, easing: "ease-in" }, { transform: "none" }];
      return ghost.animate(steps, { duration: (row + 2) * DROP });
    }));
    this.land(ghosts);
  }

  /** @param {Cell[]} cells */
  ripple(cells) {
    const [r, c] = this.origin;
    const far = (/** @type {Cell} */ cell) => Math.hypot(cell.place[0] - r, cell.place[1] - c);
    const farthest = Math.max(...cells.map(far), 1);
    for (const cell of cells) {
      const delay = (RIPPLE * far(cell)) / farthest;
      cell.animate([{ opacity: 0.25 }, { opacity: 1 }], { duration: 110, delay, fill: "backwards" });
    }
  }

  /**
   * A copy of a cell above the board, which stands empty under it.
   * @param {Cell} cell
   */
  ghost(cell) {
    const copy = /** @type {HTMLElement} */ (cell.cloneNode(true));
    for (const name of ["tabindex", "role", "aria-label", "data-lm-suppress-shortcuts", "title"]) copy.removeAttribute(name);
    copy.className = copy.className.replace(/ip-(marked-\w+|picked|reach|taken|live|away)/g, "");
    const ghost = make("table", { class: `${this.grid.table.className} ip-ghost`, "aria-hidden": "true" }, make("tbody", {}, make("tr", {}, copy)));
    const { host, board } = this.grid, there = cell.getBoundingClientRect(), here = host.getBoundingClientRect();
    const left = there.left - here.left - host.clientLeft + host.scrollLeft;
    const top = there.top - here.top - host.clientTop + host.scrollTop;
    ghost.setAttribute("style", `${board?.style};left:${left}px;top:${top}px`);
    copy.style.width = copy.style.minWidth = `${cell.offsetWidth}px`;
    this.grid.host.append(ghost);
    cell.classList.add("ip-away");
    this.away.push({ ghost, cell });
    return ghost;
  }

  /**
   * The copies are at their places: the board's own pieces take over.
   * @param {Element[]} ghosts
   */
  land(ghosts) {
    for (const { ghost, cell } of this.away) {
      if (!ghosts.includes(ghost)) continue;
      ghost.remove();
      cell.classList.remove("ip-away");
    }
  }

  clear() {
    this.land(this.away.map(({ ghost }) => ghost));
    this.away = [];
    this.held = this.pushed = null;
  }

  /**
   * Let the piece follow the finger: anywhere where it may go to places, else one cell at most along its own lines.
   * @param {Cell} cell
   * @param {number} across
   * @param {number} along
   * @param {string} way
   */
  follow(cell, across, along, way) {
    if (!this.held) this.held = this.ghost(cell);
    if (this.grid.targets(cell).length) {
      /** @type {HTMLElement} */ (this.held).style.transform = `translate(${across}px,${along}px)`;
      return;
    }
    const free = this.grid.takes(cell, way), most = free ? cell.offsetWidth : cell.offsetWidth * 0.25;
    const cut = (/** @type {number} */ length) => Math.max(-most, Math.min(most, length));
    const [x, y] = way === "left" || way === "right" ? [cut(across), 0] : [0, cut(along)];
    /** @type {HTMLElement} */ (this.held).style.transform = `translate(${x}px,${y}px)`;
    const beside = free ? this.beside(cell, way) : null;
    if (this.pushed && this.pushed.cell !== beside) {
      this.land([this.pushed.ghost]);
      this.pushed = null;
    }
    if (!beside || !isFilled(beside)) return;
    this.pushed ??= { cell: beside, ghost: this.ghost(beside) };
    this.pushed.ghost.style.transform = `translate(${-x}px,${-y}px)`;
    this.held.before(this.pushed.ghost); // the finger's own piece is above
  }

  /**
   * The finger is lifted: what was dragged stays where it is until the answer, or goes back.
   * @param {boolean} taken
   */
  drop(taken) {
    const ghost = /** @type {HTMLElement | null} */ (this.held);
    if (!taken && this.pushed) this.land([this.pushed.ghost]);
    this.held = this.pushed = null;
    this.dropped = taken && !!ghost;
    if (taken || !ghost) return;
    const there = ghost.style.transform;
    ghost.style.transform = "none";
    finished([ghost.animate([{ transform: there }, { transform: "translate(-3px,0)", offset: 0.7 }, { transform: "translate(3px,0)", offset: 0.85 }, { transform: "none" }], { duration: MOVE })])
      .then(() => this.land([ghost]));
  }

  stop() {
    this.run++;
    this.clear();
  }
}

/** @param {number} milliseconds */
function wait(milliseconds) { return new Promise((resolve) => setTimeout(resolve, milliseconds)); }

/** @param {Animation[]} movements */
function finished(movements) { return Promise.all(movements.map((one) => one.finished.catch(() => null))); }

/**
 * Whether one piece is the other in another colour.
 * @param {string} one
 * @param {string} other
 */
export function isTurned(one, other) {
  const [[, colour, kind] = [], [, second, same] = []] = [one, other].map((piece) => /^ip-piece-([a-z]+)-(\w+)$/.exec(piece) ?? []);
  return !!kind && kind === same && colour !== second;
}
