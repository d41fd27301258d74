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
  /** @type {(cells: number[]) => void} */
  onArrow = () => {}; // an arrow was drawn; without cells all are to go
  // Whether the click that follows a long press or a drag is to be ignored.
  #isSwallowed = false;
  /** @type {Start | null} */
  start = null;
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
    this.grid.onBuild = () => this.#listen();
    signal.addEventListener("abort", () => clearTimeout(this.#holding));
  }

  #listen() {
    const { gestures, grid } = this;
    /** @type {Record<string, (cell: Cell | null, event: any) => void>} */
    const actions = {
      focusin: (cell) => {
        if (cell) {
          grid.focus(cell.place);
        }
        this.#preview(cell);
      },
      focusout: () => this.#preview(null),
      mouseover: (cell) => this.#preview(cell),
      mouseleave: () => {
        this.#preview(null);
        gestures.mark([], "ip-sunk");
      },
      mousedown: (cell, event) => this.#openAround(cell, event),
      click: (cell, event) => cell && this.click(cell, event),
      contextmenu: (cell, event) => this.#secondary(cell, event),
      pointerdown: (cell, event) => this.#down(cell, event),
      pointermove: (_, event) => this.move(event),
      pointerup: (cell, event) => this.#up(cell, event),
      pointercancel: () => this.#giveUp(),
      touchstart: (_, event) => this.#touch(event),
    };
    for (const [name, action] of Object.entries(actions)) {
      grid.table.addEventListener(name, (event) => action(cellOf(event), event));
    }
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
   * @param {Cell | null} cell
   * @param {MouseEvent} event
   */
  #openAround(cell, event) {
    const isMeant = event.button === 1 || event.buttons === 3;
    if (cell && isMeant && clueOf(this.grid, cell)) {
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
   * @param {Cell | null} cell
   * @param {MouseEvent} event
   */
  #secondary(cell, event) {
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
    if (cell && !this.#isSwallowed) {
      this.gestures.gesture(cell, "secondary");
    }
  }

  /**
   * @param {Cell | null} cell
   * @param {PointerEvent} event
   */
  #down(cell, event) {
    const { button } = event;
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

  /**
   * @param {Cell | null} cell
   * @param {PointerEvent} event
   */
  #up(cell, event) {
    const { start } = this;
    const from = this.#pointed;
    if (event.button === 2 && cell && from !== null && from !== cell.index) {
      this.onArrow([from, cell.index]);
    }
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
    this.gestures.mark([], "ip-sunk");
    if (!this.gestures.picked) {
      this.gestures.mark([], "ip-reach");
    }
    this.start = null;
  }

  /**
   * A second finger ends what the first has begun: two of them belong to the browser, which moves
   * a board that is larger than its window, and enlarges the page.
   * @param {TouchEvent} event
   */
  #touch({ touches }) {
    if (touches.length > 1) {
      this.#giveUp();
      this.#isSwallowed = true;
    }
  }

  /** What was dragged goes back. */
  #giveUp() {
    this.#release();
    this.animation.drop(false);
  }
}
