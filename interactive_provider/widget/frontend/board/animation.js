// When what moves: pieces go where they went, those that were taken shrink, an opening spreads from
// where it was pressed.

import { DIRECTIONS } from "../directions.js";
import { make } from "../dom.js";
import { prefersStillness } from "../environment.js";
import { pairs } from "../view.js";
import { Ghosts, placeIn } from "./ghosts.js";
import { pieceOf } from "./grid.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Way} Way */

const MOVE = 130; // milliseconds for a piece to go to a neighbour
const FALL = 220; // milliseconds for all that fall together
const MANY_MOVES = 2; // pieces; when more of them move, they fall
const SHRINK = 200; // milliseconds for what was taken
const PAUSE = 130; // milliseconds between two waves
const PLAIN = 300; // milliseconds that a frame stands in which nothing moves
const DROP = 90; // milliseconds for a disc to fall by one row
const SCORE = 900; // milliseconds that the number of pieces taken is seen
const NUDGE = 420; // milliseconds for a hint's pieces to move towards each other and back
const NUDGE_WAY = 8; // pixels that they move
const RIPPLE = 180; // milliseconds until the farthest square opens
const OPENING = 110; // milliseconds for a square to open
const TURN = 110; // milliseconds until a disc that turns is seen from its edge
const RIPPLING = 3; // squares that must change for a ripple
const STAY = { transform: "none" };
const FLAT = { transform: "scaleX(0)" };

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
    /** @type {{cell: Cell, ghost: HTMLElement} | null} */
    this.pushed = null; // the piece that changes places with the one that is held
  }

  /**
   * Show the board, by way of its frames if it is to move.
   * @param {Board} board
   * @param {boolean} isMoving
   */
  async show(board, isMoving) {
    const { isDropped } = this;
    const isAnimated = isMoving && !prefersStillness();
    this.run++;
    this.clear();
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
  async #playFrame(frame, isDone, wave) {
    this.clear();
    this.grid.draw(frame.at);
    if (frame.gone.length) {
      this.#score(frame.gone, wave);
      await this.#shrink(frame.gone);
    } else if (frame.came.length && !isDone) {
      const moves = pairs(frame.came);
      await this.move(moves, moves.length > MANY_MOVES ? FALL : MOVE);
      await wait(PAUSE);
    } else if (!frame.came.length) {
      await wait(PLAIN);
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
    const signs = this.#signs();
    const pieces = grid.cells.map(pieceOf);
    const changed = grid.draw(board.at);
    if (!isAnimated) {
      return;
    }
    const turned = changed.filter((cell) =>
      isTurned(pieces[cell.index], pieceOf(cell)),
    );
    if (grid.falls()) {
      await this.#fall(changed.filter((cell) => !pieces[cell.index] && pieceOf(cell)));
    } else if (
      turned.length &&
      changed.every((cell) => !pieces[cell.index] || pieceOf(cell))
    ) {
      await this.turn(turned, pieces);
    } else if (board.came.length && !isDropped) {
      const now = this.#signs();
      const filled = changed.filter(({ index }) => !signs[index] && now[index]);
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
   * Let the number of pieces taken, and which wave in a row it is, rise from where they were.
   * @param {number[]} indices
   * @param {number} wave
   */
  #score(indices, wave) {
    const { host } = this.grid;
    const boxes = indices.map((index) =>
      this.grid.cells[index].getBoundingClientRect(),
    );
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    const top = Math.min(...boxes.map((box) => box.top));
    const place = placeIn(host, { left: (left + right) / 2, top });
    const words = `+${indices.length}${wave > 1 ? ` ×${wave}` : ""}`;
    const style = `left:${place.left}px;top:${place.top}px`;
    const badge = make("b.ip-score[aria-hidden=true]", { style }, words);
    host.append(badge);
    const rise = [
      { opacity: 0, translate: "-50% 40%" },
      { opacity: 1, offset: 0.2 },
      { opacity: 1, offset: 0.7 },
      { opacity: 0, translate: "-50% -30%" },
    ];
    ended([badge.animate(rise, SCORE)]).then(() => badge.remove());
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
    if (!cell || !way || prefersStillness()) {
      return;
    }
    const beside = this.grid.neighbour(cell, /** @type {Way} */ (way));
    const [down, right] = DIRECTIONS[/** @type {Way} */ (way)].step;
    const push = (/** @type {Cell} */ one, /** @type {number} */ far) => {
      const there = { translate: `${far * right}px ${far * down}px`, offset: 0.4 };
      const timing = { duration: NUDGE, iterations: 2, easing: "ease-in-out" };
      one.animate([{ translate: "0" }, there, { translate: "0" }], timing);
    };
    push(cell, NUDGE_WAY);
    if (beside && pieceOf(beside)) {
      push(beside, -NUDGE_WAY);
    }
  }

  /** @param {number[]} indices */
  async #shrink(indices) {
    const ghosts = indices.map((index) => this.ghosts.raise(this.grid.cells[index]));
    const steps = [
      { transform: "scale(1)" },
      { transform: "scale(1.12)", offset: 0.3 },
      { transform: "scale(0)" },
    ];
    const timing = {
      duration: SHRINK,
      easing: "ease-in",
      fill: /** @type {const} */ ("forwards"),
    };
    await ended(ghosts.map((ghost) => ghost.animate(steps, timing)));
    for (const ghost of ghosts) {
      ghost.remove(); // its cell stands empty until the next frame is drawn
    }
  }

  /**
   * @param {Place[]} moves pairs of cells, from and to
   * @param {number} duration
   */
  async move(moves, duration) {
    const { cells } = this.grid;
    const known = moves.filter(([from, to]) => cells[from] && cells[to]);
    const ghosts = known.map(([, to]) => this.ghosts.raise(cells[to]));
    const movements = known.map(([from, to], at) => {
      const start = cells[from].getBoundingClientRect();
      const end = cells[to].getBoundingClientRect();
      const away = {
        transform: `translate(${start.left - end.left}px,${start.top - end.top}px)`,
      };
      return ghosts[at].animate([away, STAY], { duration, easing: "ease-in-out" });
    });
    await ended(movements);
    this.ghosts.land(ghosts);
  }

  /**
   * Show at once what the player has put, before the kernel answers; whatever it answers is drawn
   * over it.
   * @param {Cell} cell
   */
  put(cell) {
    const piece = this.grid.puts();
    const [target] = piece ? this.grid.taken(cell) : [];
    if (!target || pieceOf(target)) {
      return;
    }
    target.classList.remove("ip-taken", "ip-bare");
    target.classList.add(`ip-piece-${piece}`);
    target.kind = null; // so that the answer is drawn, even if it says that nothing has changed
    this.onPaint();
    if (this.grid.falls() && !prefersStillness()) {
      this.#fall([target]);
    }
  }

  /**
   * Pieces turn over and show their other colour, those near to what was put first.
   * @param {Cell[]} cells
   * @param {string[]} before the pieces that stood there
   */
  async turn(cells, before) {
    await Promise.all(cells.map((cell) => this.#turnOne(cell, before[cell.index])));
  }

  /**
   * @param {Cell} cell
   * @param {string} before
   */
  async #turnOne(cell, before) {
    const now = pieceOf(cell);
    const ghost = this.ghosts.raise(cell);
    const half = { duration: TURN, fill: /** @type {const} */ ("forwards") };
    const delay = (TURN / 2) * Math.max(...this.#stepsTo(cell));
    const face = ghost.querySelector("td");
    face?.classList.replace(now, before);
    await ended([ghost.animate([STAY, FLAT], { ...half, delay })]);
    face?.classList.replace(before, now);
    await ended([ghost.animate([FLAT, STAY], half)]);
    this.ghosts.land([ghost]);
  }

  /**
   * How far a cell lies down and to the right from the last gesture.
   * @param {Cell} cell
   */
  #stepsTo({ place: [r, c] }) {
    return [Math.abs(r - this.origin[0]), Math.abs(c - this.origin[1])];
  }

  #signs() {
    return this.grid.cells.map(({ classList, kind }) =>
      classList.contains("ip-blank") ? "" : kind?.sign,
    );
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
    const met = new Set(ends.filter((end, at) => ends.indexOf(end) < at));
    for (const index of met) {
      grow(this.grid.cells[index], 1.15);
    }
    for (const cell of filled.filter(({ index }) => !ends.includes(index))) {
      grow(cell, 0.2);
    }
  }

  /**
   * Show a carried piece at once where it goes, before the kernel answers; whatever it answers is
   * drawn over it.
   * @param {Cell} cell
   * @param {Cell} target
   */
  carry(cell, target) {
    const piece = pieceOf(cell);
    if (!piece) {
      return;
    }
    for (const one of [cell, target]) {
      one.className = one.className.replace(/ip-(piece-[\w-]+|marked-\w+|bare)/g, "");
      one.classList.add(one === target ? piece : "ip-bare", "ip-marked-last");
      one.kind = null; // so that the answer is drawn, even if it says that nothing has changed
    }
    this.onPaint();
  }

  /**
   * Discs fall from above the rack to where they lie, and bounce once.
   * @param {Cell[]} cells
   */
  async #fall(cells) {
    const ghosts = cells.map((cell) => this.ghosts.raise(cell));
    await ended(ghosts.map((ghost, at) => fallTo(ghost, cells[at])));
    this.ghosts.land(ghosts);
  }

  /** @param {Cell[]} cells */
  #ripple(cells) {
    const distances = cells.map((cell) => Math.hypot(...this.#stepsTo(cell)));
    const farthest = Math.max(...distances, 1);
    cells.forEach((cell, at) => {
      const delay = (RIPPLE * distances[at]) / farthest;
      cell.animate([{ opacity: 0.25 }, { opacity: 1 }], {
        duration: OPENING,
        delay,
        fill: "backwards",
      });
    });
  }

  clear() {
    this.ghosts.clear();
    this.held = null;
    this.pushed = null;
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
    const held = this.held ?? this.ghosts.raise(cell);
    this.held = held;
    if (this.grid.targets(cell).length) {
      shift(held, across, along);
      return;
    }
    const isFree = this.grid.takes(cell, way);
    const most = isFree ? cell.offsetWidth : cell.offsetWidth * 0.25;
    const isAcross = DIRECTIONS[way].step[0] === 0;
    const x = isAcross ? within(across, most) : 0;
    const y = isAcross ? 0 : within(along, most);
    shift(held, x, y);
    this.push(isFree ? this.grid.neighbour(cell, way) : null, -x, -y);
  }

  /**
   * Let the piece on a cell make way for the one that is held; without a cell, none.
   * @param {Cell | null} cell
   * @param {number} x
   * @param {number} y
   */
  push(cell, x, y) {
    if (this.pushed && this.pushed.cell !== cell) {
      this.ghosts.land([this.pushed.ghost]);
      this.pushed = null;
    }
    if (!cell || !pieceOf(cell)) {
      return;
    }
    this.pushed ??= { cell, ghost: this.ghosts.raise(cell) };
    shift(this.pushed.ghost, x, y);
    this.held?.before(this.pushed.ghost); // the finger's own piece is above
  }

  /**
   * The finger is lifted: what was dragged stays where it is until the answer, or goes back.
   * @param {boolean} isTaken
   */
  drop(isTaken) {
    const { held, pushed } = this;
    this.held = null;
    this.pushed = null;
    this.isDropped = isTaken && !!held;
    if (isTaken) {
      return;
    }
    if (pushed) {
      this.ghosts.land([pushed.ghost]);
    }
    if (held) {
      this.#goBack(held);
    }
  }

  /** @param {HTMLElement} ghost */
  async #goBack(ghost) {
    const steps = [
      { transform: ghost.style.transform },
      { transform: "translate(-3px,0)", offset: 0.7 },
      { transform: "translate(3px,0)", offset: 0.85 },
      STAY,
    ];
    ghost.style.transform = "none";
    await ended([ghost.animate(steps, MOVE)]);
    this.ghosts.land([ghost]);
  }

  stop() {
    this.run++;
    this.clear();
  }
}

/**
 * @param {HTMLElement} ghost
 * @param {Cell} cell
 */
function fallTo(ghost, { offsetHeight, place: [row] }) {
  const high = (row + 1) * offsetHeight;
  const bounce = Math.min(high / 12, 8);
  const steps = [
    { transform: `translateY(${-high}px)`, easing: "ease-in" },
    { ...STAY, offset: 0.8, easing: "ease-out" },
    { transform: `translateY(${-bounce}px)`, offset: 0.9, easing: "ease-in" },
    STAY,
  ];
  return ghost.animate(steps, (row + 2) * DROP);
}

/**
 * Let what stands in a cell grow, or shrink, to its size.
 * @param {Cell} cell
 * @param {number} from
 */
function grow(cell, from) {
  const steps = [{ transform: `scale(${from})` }, { transform: "scale(1)" }];
  cell.animate(steps, { duration: MOVE, easing: "ease-out" });
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
 * @param {number} length
 * @param {number} most
 */
function within(length, most) {
  return Math.max(-most, Math.min(most, length));
}

/** @param {number} milliseconds */
function wait(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/**
 * Wait until movements have ended or were given up.
 * @param {Animation[]} movements
 */
function ended(movements) {
  return Promise.all(movements.map((one) => one.finished.catch(() => null)));
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
