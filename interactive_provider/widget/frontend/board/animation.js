// When what moves: pieces go where they went, those that were taken shrink, an opening spreads from
// where it was pressed. How each of them moves is said in the style sheet, `styles/motion.css`.

import { DIRECTIONS, within } from "../directions.js";
import { make } from "../dom.js";
import { play, prefersStillness, wait } from "../environment.js";
import { pairs } from "../view.js";
import { Ghosts, boxIn } from "./ghosts.js";
import { pieceOf } from "./grid.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Way} Way */

const MOVE = 130; // milliseconds for a piece to go to a neighbour
const FALL = 220; // milliseconds for all that fall together
const MANY_MOVES = 2; // pieces; when more of them move, they fall
const PAUSE = 130; // milliseconds between two waves
const PLAIN = 300; // milliseconds that a frame stands in which nothing moves
const DROP = 90; // milliseconds for a disc to fall by one row
const RIPPLE = 180; // milliseconds until the farthest square opens
const TURN = 55; // milliseconds until a disc turns after one that lies a square nearer
const RIPPLING = 3; // squares that must change for a ripple
const TAKEN_OFF = /ip-(piece-[\w-]+|marked-\w+|bare|taken)/g; // from a cell that is drawn at once

export class Animator {
  /**
   * @param {import("./grid.js").Grid} grid
   * @param {(words: string) => void} say shows the caption of a frame
   * @param {() => void} onPaint is called when a move is shown that has not been answered
   */
  constructor(grid, say, onPaint = () => {}) {
    this.grid = grid;
    this.say = say;
    this.onPaint = onPaint;
    this.ghosts = new Ghosts(grid);
    /** @type {Place} */
    this.origin = [0, 0]; // where the last gesture was
    this.run = 0; // each show is a run of its own; what belongs to an older one stops
    this.isPlaying = false; // whether frames are shown on the way to the board
    this.isDropped = false; // whether the player's own drag has already made the first movement
    /** @type {HTMLElement | null} */
    this.held = null; // the piece under the finger
    /** @type {HTMLElement[]} */
    this.pushed = []; // the piece that changes places with the one that is held
  }

  /**
   * Show the board, by way of its frames if it is to move.
   * @param {Board} board
   * @param {boolean} isMoving
   */
  async show(board, isMoving) {
    const { isDropped } = this;
    const isAnimated = isMoving && !prefersStillness();
    this.stop();
    this.isDropped = false;
    const hasFrames = board.frames.length > 0;
    if (isAnimated && hasFrames && !(await this.#playFrames(board.frames, isDropped))) {
      return;
    }
    this.isPlaying = false;
    this.clear();
    this.finish(board, isAnimated && !hasFrames, isDropped);
  }

  /**
   * Show what happened on the way to the board; gives whether nothing else was shown in the
   * meantime.
   * @param {Frame[]} frames
   * @param {boolean} isDropped
   */
  async #playFrames(frames, isDropped) {
    const { run } = this;
    let waves = 0;
    this.isPlaying = true;
    for (const [number, frame] of frames.entries()) {
      waves += frame.gone.length ? 1 : 0;
      if (frame.caption) {
        this.say(frame.caption);
      }
      await this.#playFrame(frame, isDropped && number === 0, waves);
      if (run !== this.run) {
        return false;
      }
    }
    this.say("");
    return true;
  }

  /**
   * @param {Frame} frame
   * @param {boolean} isDone whether its movement has been made by hand
   * @param {number} wave
   */
  async #playFrame({ at, came, gone }, isDone, wave) {
    this.clear();
    this.grid.draw(at);
    if (gone.length) {
      const cells = this.grid.cellsAt(gone);
      this.#score(cells, wave);
      await this.#fly(cells, "shrink"); // they stand there again when the next frame is drawn
    } else if (!came.length) {
      await wait(PLAIN);
    } else if (!isDone) {
      const moves = pairs(came);
      await this.move(moves, moves.length > MANY_MOVES ? FALL : MOVE);
      await wait(PAUSE);
    }
  }

  /**
   * Draw the board, and move what has come to it.
   * @param {Board} board
   * @param {boolean} isAnimated
   * @param {boolean} isDropped
   */
  async finish(board, isAnimated, isDropped) {
    const { grid } = this;
    const signs = grid.cells.map(signOf);
    const pieces = grid.cells.map(pieceOf);
    const changed = grid.draw(board.at);
    const turned = changed.filter((cell) =>
      isTurned(pieces[cell.index], pieceOf(cell)),
    );
    if (!isAnimated) {
      return;
    }
    if (grid.falls()) {
      this.#fall(changed.filter((cell) => !pieces[cell.index] && pieceOf(cell)));
    } else if (
      turned.length &&
      changed.every((cell) => !pieces[cell.index] || pieceOf(cell))
    ) {
      turned.forEach((cell) => this.#turn(cell, pieces[cell.index]));
    } else if (board.came.length && !isDropped) {
      const filled = changed.filter((cell) => !signs[cell.index] && signOf(cell));
      await this.#meet(pairs(board.came), filled);
    } else if (!board.came.length && changed.length > RIPPLING) {
      this.#ripple(changed);
    }
  }

  /** Show the board at once, for a player who goes on before all that happened has been shown. */
  skip() {
    if (this.isPlaying && this.grid.board) {
      this.show(this.grid.board, false);
    }
  }

  /**
   * Let copies of cells move; then the board's own pieces take over.
   * @param {Cell[]} cells
   * @param {string} movement
   * @param {(cell: Cell, at: number) => string} [styleOf] what the style sheet needs to know
   */
  async #fly(cells, movement, styleOf = () => "") {
    const ghosts = cells.map((cell, at) => this.ghosts.raise(cell, styleOf(cell, at)));
    await play(ghosts, movement);
    this.ghosts.land(ghosts);
  }

  /**
   * Let the number of pieces taken, and which wave in a row it is, rise from where they were.
   * @param {Cell[]} cells
   * @param {number} wave
   */
  async #score(cells, wave) {
    const { host } = this.grid;
    const { left, top, width } = boxIn(host, cells);
    const words = `+${cells.length}${wave > 1 ? ` ×${wave}` : ""}`;
    const style = `left:${left + width / 2}px;top:${top}px`;
    const badge = make("b.ip-score[aria-hidden=true]", { style }, words);
    host.append(badge);
    await play([badge], "rise");
    badge.remove();
  }

  /**
   * The two pieces that a hint advises to exchange move a little towards each other, twice; a
   * single one moves on its way.
   * @param {string} way
   */
  nudge(way) {
    const cell = this.grid.cells.find((one) =>
      one.classList.contains("ip-marked-advised"),
    );
    if (!cell || !way) {
      return;
    }
    const beside = this.grid.neighbour(cell, /** @type {Way} */ (way));
    const [down, right] = DIRECTIONS[/** @type {Way} */ (way)].step;
    cell.setAttribute("style", `--right:${right};--down:${down}`);
    play([cell], "nudge");
    if (beside && pieceOf(beside)) {
      beside.setAttribute("style", `--right:${-right};--down:${-down}`);
      play([beside], "nudge");
    }
  }

  /**
   * @param {Place[]} moves pairs of cells, from and to
   * @param {number} duration
   */
  async move(moves, duration) {
    const { cells } = this.grid;
    const ends = moves.map(([, end]) => cells[end]);
    await this.#fly(ends, "move", (cell, at) => {
      const from = cells[moves[at][0]].getBoundingClientRect();
      const to = cell.getBoundingClientRect();
      const way = `${from.left - to.left}px,${from.top - to.top}px`;
      return `--from:translate(${way});--time:${duration}ms`;
    });
  }

  /**
   * Show at once what the player has put, before the kernel answers.
   * @param {Cell} cell
   */
  put(cell) {
    const piece = this.grid.puts();
    const [target] = piece ? this.grid.taken(cell) : [];
    if (!target || pieceOf(target)) {
      return;
    }
    this.#paint(target, `ip-piece-${piece}`);
    if (this.grid.falls()) {
      this.#fall([target]);
    }
  }

  /**
   * Show a carried piece at once where it goes, before the kernel answers.
   * @param {Cell} cell
   * @param {Cell} target
   */
  carry(cell, target) {
    const piece = pieceOf(cell);
    if (piece) {
      this.#paint(cell, "ip-bare", "ip-marked-last");
      this.#paint(target, piece, "ip-marked-last");
    }
  }

  /**
   * Draw a cell in another way; whatever the kernel answers is drawn over it.
   * @param {Cell} cell
   * @param {string[]} classes
   */
  #paint(cell, ...classes) {
    cell.className = cell.className.replace(TAKEN_OFF, "");
    cell.classList.add(...classes);
    cell.kind = null; // so that the answer is drawn, even if it says that nothing has changed
    this.onPaint();
  }

  /**
   * A piece turns over and shows its other colour; those near to what was put do so first.
   * @param {Cell} cell
   * @param {string} before the piece that stood there
   */
  async #turn(cell, before) {
    const delay = TURN * Math.max(...this.#stepsTo(cell));
    const ghost = this.ghosts.raise(cell, `--delay:${delay}ms`);
    const face = ghost.querySelector("td");
    face?.classList.replace(pieceOf(cell), before);
    await play([ghost], "flatten");
    face?.classList.replace(before, pieceOf(cell));
    await play([ghost], "unfold");
    this.ghosts.land([ghost]);
  }

  /**
   * How far a cell lies down and to the right from the last gesture.
   * @param {Cell} cell
   */
  #stepsTo({ place: [r, c] }) {
    return [Math.abs(r - this.origin[0]), Math.abs(c - this.origin[1])];
  }

  /**
   * Pieces move to where they went; those that met on one cell pulse, and what is new beside them
   * grows.
   * @param {Place[]} moves
   * @param {Cell[]} filled the cells that were blank before
   */
  async #meet(moves, filled) {
    const ends = moves.map(([, end]) => end);
    await this.move(
      moves.filter(([start, end]) => start !== end), // some are only met
      MOVE,
    );
    const met = ends.filter((end, at) => ends.indexOf(end) < at);
    play(this.grid.cellsAt(met), "pulse");
    play(
      filled.filter(({ index }) => !ends.includes(index)),
      "grow",
    );
  }

  /**
   * Discs fall from above the rack to where they lie, and bounce once.
   * @param {Cell[]} cells
   */
  #fall(cells) {
    return this.#fly(cells, "fall", ({ offsetHeight, place: [row] }) => {
      const high = (row + 1) * offsetHeight;
      return `--high:${-high}px;--time:${(row + 2) * DROP}ms`;
    });
  }

  /** @param {Cell[]} cells */
  #ripple(cells) {
    const distances = cells.map((cell) => Math.hypot(...this.#stepsTo(cell)));
    const farthest = Math.max(...distances, 1);
    cells.forEach((cell, at) => {
      cell.setAttribute("style", `--delay:${(RIPPLE * distances[at]) / farthest}ms`);
    });
    play(cells, "open");
  }

  clear() {
    this.ghosts.clear();
    this.held = null;
    this.pushed = [];
  }

  /**
   * Let the piece follow the finger: anywhere if it may go to places, else one cell at most along
   * its own lines.
   * @param {Cell} cell
   * @param {number} across
   * @param {number} along
   * @param {Way} way
   */
  follow(cell, across, along, way) {
    const { ghosts, grid } = this;
    const held = this.held ?? ghosts.raise(cell);
    this.held = held;
    if (grid.targets(cell).length) {
      shift(held, across, along);
      return;
    }
    const isFree = grid.takes(cell, way);
    const most = cell.offsetWidth * (isFree ? 1 : 0.25);
    const [down] = DIRECTIONS[way].step;
    const x = down ? 0 : within(across, -most, most);
    const y = down ? within(along, -most, most) : 0;
    shift(held, x, y);
    const beside = isFree ? grid.neighbour(cell, way) : null;
    ghosts.land(this.pushed);
    this.pushed = beside && pieceOf(beside) ? [ghosts.raise(beside)] : [];
    for (const ghost of this.pushed) {
      shift(ghost, -x, -y);
      held.before(ghost); // the finger's own piece is above
    }
  }

  /**
   * The finger is lifted: what was dragged stays where it is until the answer, or goes back.
   * @param {boolean} isTaken
   */
  drop(isTaken) {
    const { held, pushed } = this;
    this.held = null;
    this.pushed = [];
    this.isDropped = isTaken && !!held;
    if (!isTaken) {
      this.ghosts.land(pushed);
    }
    if (held && !isTaken) {
      this.#goBack(held);
    }
  }

  /** @param {HTMLElement} ghost */
  async #goBack(ghost) {
    ghost.style.setProperty("--from", ghost.style.transform);
    ghost.style.transform = "none";
    await play([ghost], "back");
    this.ghosts.land([ghost]);
  }

  stop() {
    this.run++;
    this.clear();
  }
}

/**
 * @param {HTMLElement} ghost
 * @param {number} x
 * @param {number} y
 */
function shift(ghost, x, y) {
  ghost.style.transform = `translate(${x}px,${y}px)`;
}

/**
 * What is written in a cell, nothing in a blank one.
 * @param {Cell} cell
 */
function signOf({ classList, kind }) {
  return classList.contains("ip-blank") ? "" : kind?.sign;
}

/**
 * Whether one piece is the other in another colour.
 * @param {string} one
 * @param {string} other
 */
function isTurned(one, other) {
  const parts = /^ip-piece-([a-z]+)-(\w+)$/;
  const [, colour, kind] = parts.exec(one) ?? [];
  const [, otherColour, otherKind] = parts.exec(other) ?? [];
  return !!kind && kind === otherKind && colour !== otherColour;
}
