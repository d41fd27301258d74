// Mouse and finger on the grid: what is pressed, held, dragged and swiped becomes a gesture.

import { wayOfMovement } from "../directions.js";
import { rootOf } from "../environment.js";
import { consume } from "../keys.js";
import { offers } from "../view.js";
import { clueOf } from "./clues.js";
import { cellOf, isDragged, isLive } from "./gestures.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {{cell: Cell, x: number, y: number, isOnCell: boolean, wasAway: boolean}} Start */

const LONG_PRESS = 500; // milliseconds until a touch is the secondary press
const FARTHEST_CLICK = 10; // pixels a pointer may stray and still click

export class Pointer {
  // Whether the click that follows a long press or a drag is to be ignored.
  #isSwallowed = false;
  /** @type {Start | null} */
  start = null;
  /** @type {{x: number, y: number, apart: number} | null} */
  #fingers = null; // where the middle of two fingers was, and how far they were apart
  /** @type {boolean | null} */
  #isPanning = null; // whether two fingers move the board; null until they have moved
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #holding = undefined;
  /** @type {number | null} */
  #pointed = null; // the cell where the right button went down

  /**
   * @param {import("./gestures.js").Gestures} gestures
   * @param {AbortSignal} signal
   */
  constructor(gestures, signal) {
    this.gestures = gestures;
    this.grid = gestures.grid;
    this.animation = gestures.animation;
    // An arrow was drawn; without cells all are to go.
    this.onArrow = (/** @type {number[]} */ _way) => {};
    this.grid.onBuild = () => this.#listen();
    signal.addEventListener("abort", () => clearTimeout(this.#holding));
  }

  #listen() {
    const { table } = this.grid;
    this.on("focusin", (cell) => {
      this.grid.focus(cell.place);
      this.#preview(cell);
    });
    this.on("mouseover", (cell) => this.#preview(cell));
    this.on("mousedown", (cell, event) => this.#openAround(cell, event));
    this.on("click", (cell, event) => this.click(cell, event));
    for (const end of ["mouseleave", "focusout"]) {
      table.addEventListener(end, () => this.#preview(null));
    }
    for (const end of ["pointerup", "pointercancel", "mouseleave"]) {
      table.addEventListener(end, () => this.gestures.mark([], "ip-sunk"));
    }
    listenTo(table, {
      contextmenu: (event) => this.#secondary(event),
      pointerdown: (event) => this.#down(event),
      pointermove: (event) => this.move(event),
      pointerup: (event) => this.#up(event),
      pointercancel: () => this.#release(),
      touchstart: (event) => this.#touch(event),
      touchmove: (event) => this.#pan(event),
    });
  }

  /**
   * Listen to what happens on a cell.
   * @template {keyof HTMLElementEventMap} N
   * @param {N} name
   * @param {(cell: Cell, event: HTMLElementEventMap[N]) => void} action
   */
  on(name, action) {
    this.grid.table.addEventListener(name, (event) => {
      const cell = cellOf(event);
      if (cell) {
        action(cell, event);
      }
    });
  }

  /**
   * Show what a press on a cell would change.
   * @param {Cell | null} cell
   */
  #preview(cell) {
    this.gestures.mark(cell ? this.grid.taken(cell) : [], "ip-taken");
  }

  /**
   * The middle button, or both others together, open what is around a number.
   * @param {Cell} cell
   * @param {MouseEvent} event
   */
  #openAround(cell, event) {
    const isBoth = event.buttons === 3;
    if (clueOf(this.grid, cell) && (event.button === 1 || isBoth)) {
      event.preventDefault();
      this.gestures.press(cell);
      this.#isSwallowed = true;
    }
  }

  /**
   * @param {Cell} cell
   * @param {MouseEvent} event
   */
  click(cell, { timeStamp }) {
    if (!this.#isSwallowed && !this.gestures.isRepeated(cell, timeStamp)) {
      this.gestures.press(cell);
    }
    this.#isSwallowed = false;
  }

  /**
   * The right button belongs to a board that uses it anywhere: next to a covered square, too, it
   * opens no menu.
   * @param {MouseEvent} event
   */
  #secondary(event) {
    const { board } = this.grid;
    const isUsed =
      !!board?.counted ||
      offers(board, "arrows") ||
      !!board?.kinds.some(({ gestures }) => gestures.includes("s"));
    if (!isUsed && !this.#isSwallowed) {
      return;
    }
    consume(event);
    clearTimeout(this.#holding);
    const cell = cellOf(event);
    if (cell && !this.#isSwallowed) {
      this.gestures.gesture(cell, "secondary");
    }
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { button } = event;
    const cell = cellOf(event);
    this.#isSwallowed = false;
    this.animation.skip();
    if (cell && button < 2) {
      this.gestures.mark(clueOf(this.grid, cell)?.covered ?? [], "ip-sunk");
    }
    this.#pointed =
      cell && button === 2 && offers(this.grid.board, "arrows") ? cell.index : null;
    if (this.#pointed !== null) {
      this.gestures.plan([]);
    }
    if (button === 0) {
      this.onArrow([]);
      this.#begin(cell, event);
    }
  }

  /**
   * @param {Cell | null} cell
   * @param {PointerEvent} event
   */
  #begin(cell, { clientX, clientY, isTrusted, pointerId, pointerType }) {
    const { gestures, grid } = this;
    // Where all moves at once, a swipe may begin between two cells.
    const hit = cell ? grid.meant(cell, isLive) : grid.cells.find(isDragged);
    if (!hit || (!cell && !grid.board?.sweeps)) {
      return;
    }
    this.start = {
      cell: hit,
      x: clientX,
      y: clientY,
      isOnCell: !!cell,
      wasAway: false,
    };
    // The board may move before the pointer is up, and a finger may leave it and come back: both
    // belong to this cell.
    if (isTrusted) {
      hit.setPointerCapture(pointerId);
    }
    if (isDragged(hit)) {
      gestures.mark(gestures.reached(hit), "ip-reach");
    }
    if (pointerType !== "mouse" && cell) {
      this.#hold(hit);
    }
  }

  /**
   * Wait until a touch has lasted so long that it is the secondary press.
   * @param {Cell} cell
   */
  #hold(cell) {
    cell.classList.toggle("ip-holding", this.grid.takes(cell, "secondary"));
    this.#holding = setTimeout(() => {
      this.#isSwallowed = this.gestures.gesture(cell, "secondary");
    }, LONG_PRESS);
  }

  /** @param {PointerEvent} event */
  move({ clientX, clientY }) {
    const { start } = this;
    if (!start) {
      return;
    }
    const across = clientX - start.x;
    const along = clientY - start.y;
    if (Math.hypot(across, along) <= FARTHEST_CLICK) {
      return;
    }
    start.wasAway = true;
    clearTimeout(this.#holding);
    start.cell.classList.remove("ip-holding");
    if (isDragged(start.cell) && start.isOnCell) {
      this.animation.follow(start.cell, across, along, this.#way(across, along));
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const cell = cellOf(event);
    if (
      event.button === 2 &&
      cell &&
      this.#pointed !== null &&
      this.#pointed !== cell.index
    ) {
      this.onArrow([this.#pointed, cell.index]);
    }
    const { start } = this;
    this.#release();
    if (start) {
      this.finish(start, event);
    }
  }

  /**
   * The pointer is up: what was dragged goes where it may go; what was left or put back is not
   * pressed.
   * @param {Start} start
   * @param {PointerEvent} event
   */
  finish({ cell, x, y, wasAway }, { clientX, clientY }) {
    const across = clientX - x;
    const along = clientY - y;
    if (Math.hypot(across, along) <= FARTHEST_CLICK) {
      if (wasAway && isDragged(cell)) {
        this.#isSwallowed = true;
        this.animation.drop(false);
      }
      return;
    }
    const under = this.#cellAt(clientX, clientY);
    const way = this.#way(across, along);
    const isCarried = !!under && this.gestures.carry(cell, under);
    const isTaken = isCarried || this.gestures.gesture(cell, way) || this.#sweep(way);
    const isLeft = !under || this.grid.meant(under, isLive) !== cell;
    this.#isSwallowed = isTaken || isLeft || isDragged(cell);
    this.animation.drop(isTaken);
    if (!isTaken && under && under !== cell && isDragged(cell)) {
      this.gestures.send(cell, under);
    }
  }

  /**
   * The direction on the board of a movement on the screen.
   * @param {number} across
   * @param {number} along
   */
  #way(across, along) {
    return this.grid.wayOn(wayOfMovement(across, along));
  }

  /**
   * Where all moves at once, a swipe need not begin on what can move.
   * @param {import("../types.js").Way} way
   */
  #sweep(way) {
    return !!this.grid.board?.sweeps && this.gestures.dragOnly(way);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #cellAt(x, y) {
    const elements = rootOf(this.grid.table).elementsFromPoint(x, y);
    return elements.map((target) => cellOf({ target })).find(Boolean);
  }

  #release() {
    clearTimeout(this.#holding);
    this.start?.cell.classList.remove("ip-holding");
    if (!this.gestures.picked) {
      this.gestures.mark([], "ip-reach");
    }
    this.start = null;
  }

  /**
   * A second finger ends what the first has begun.
   * @param {TouchEvent} event
   */
  #touch({ touches }) {
    this.#fingers = null;
    this.#isPanning = null;
    if (touches.length === 2) {
      this.#fingers = fingersOf(touches);
      this.#release();
      this.animation.drop(false);
      this.#isSwallowed = true;
    }
  }

  /**
   * Two fingers that keep their distance move a board that is larger than its window, also where
   * one finger drags its pieces; two that part enlarge the page.
   * @param {TouchEvent} event
   */
  #pan(event) {
    const before = this.#fingers;
    if (event.touches.length !== 2 || !before) {
      return;
    }
    const now = fingersOf(event.touches);
    const { host } = this.grid;
    const isLarger =
      host.scrollWidth > host.clientWidth || host.scrollHeight > host.clientHeight;
    const moved = Math.hypot(now.x - before.x, now.y - before.y);
    this.#isPanning ??= isLarger && moved > Math.abs(now.apart - before.apart);
    if (!this.#isPanning) {
      return;
    }
    host.scrollBy(before.x - now.x, before.y - now.y);
    this.#fingers = now;
    event.preventDefault();
  }
}

/**
 * @param {HTMLElement} element
 * @param {{[N in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[N]) => void}} actions
 */
function listenTo(element, actions) {
  for (const [name, action] of Object.entries(actions)) {
    // Not passive: two fingers that move the board are not to scroll the page.
    element.addEventListener(name, /** @type {EventListener} */ (action), {
      passive: false,
    });
  }
}

/** @param {TouchList} touches */
function fingersOf([one, other]) {
  return {
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
    apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
  };
}
