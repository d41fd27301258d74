// Mouse, finger and keys on the grid: presses, long presses, drags that follow the finger, and what they would take.

import { STEPS, offers, same } from "./grid.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Place} Place */

/** @type {Record<string, string>} */
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
const AROUND = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right])).filter(([down, right]) => down || right);
const LONG_PRESS = 500; // milliseconds until a touch is the secondary press
const FARTHEST_CLICK = 10; // pixels a pointer may stray and still click
const DOUBLE_CLICK = 250; // milliseconds within which a second click on a cell belongs to the first

/**
 * The direction of a movement across and along.
 * @param {number} across
 * @param {number} along
 */
export function wayOf(across, along) {
  if (Math.abs(across) > Math.abs(along)) return across > 0 ? "right" : "left";
  return along > 0 ? "down" : "up";
}

/**
 * @param {{target: EventTarget | null}} event
 * @returns {Cell | null}
 */
function cellOf({ target }) {
  return /** @type {Cell | null} */ (/** @type {Element} */ (target).closest?.("td[role=gridcell]"));
}

/**
 * The numbers of the options that are directions, if all of them are: only one thing can move, so an arrow moves it.
 * @param {import("../types.js").Choice[]} options
 * @returns {Record<string, number> | null}
 */
export function waysOf(options) {
  const ways = Object.fromEntries(options.map(([, words], index) => [words.toLowerCase(), index]));
  return options.length && Object.keys(ways).every((way) => way in STEPS) ? ways : null;
}

/** @param {Cell} cell */
function isLive(cell) { return cell.classList.contains("ip-live"); }

export class Gestures {
  /**
   * @param {import("./grid.js").Grid} grid
   * @param {import("./animation.js").Animator} animation
   * @param {import("../commands.js").Commands} commands
   */
  constructor(grid, animation, commands) {
    this.grid = grid;
    this.animation = animation;
    this.commands = commands;
    this.flagging = false; // whether a press is the secondary one
    this.swallowed = false; // whether the click that follows a long press or a drag is to be ignored
    /** @type {Cell | null} */
    this.picked = null;
    /** @type {{cell: Cell, kind: import("../types.js").Kind, time: number} | null} */
    this.clicked = null; // the click before, with how its cell looked
    /** @type {{cell: Cell, x: number, y: number} | null} */
    this.start = null;
    /** @type {{x: number, y: number} | null} */
    this.finger = null; // where the middle of two fingers was
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.holding = undefined;
    /** @type {[from: number, to: number] | null} */
    this.planned = null; // the move to make if it is legal after the reply that is waited for
    /** @type {number | null} */
    this.pointed = null; // the cell where the right button went down
    this.onArrow = (/** @type {number[]} */ _way) => {}; // an arrow was drawn; without cells all are to go
    grid.onBuild = () => this.listen();
    grid.onTogether = (zone, on) => commands.send({ do: "together", zone, on });
  }

  /**
   * Send the gesture; gives whether the cell takes it.
   * @param {Cell} cell
   * @param {string} gesture
   */
  gesture(cell, gesture) {
    if (!this.grid.takes(cell, gesture)) return false;
    this.animation.origin = cell.place;
    this.commands.send({ do: "gesture", gesture, at: this.grid.sent(cell.place) });
    if (gesture === "press") this.animation.put(cell);
    this.pick(null);
    return true;
  }

  /**
   * Drag the piece of one cell to another; gives whether it may go there.
   * @param {Cell} cell
   * @param {Cell} target
   */
  carry(cell, target) {
    const targets = this.grid.targets(cell);
    target = this.grid.meant(target, (one) => targets.includes(one));
    if (this.commands.waiting && offers(this.grid.board, "premoves") && cell.classList.contains("ip-drags")) {
      this.pick(null);
      this.plan([cell.index, target.index]);
      return true;
    }
    if (!targets.includes(target)) return false;
    this.animation.origin = cell.place;
    this.commands.send({ do: "gesture", gesture: "to", at: this.grid.sent(cell.place), to: this.grid.sent(target.place) });
    this.pick(null);
    if (cell !== target) this.animation.carry(cell, target);
    return true;
  }

  /**
   * Keep a move until the reply is there; null forgets it.
   * @param {[from: number, to: number] | null} way
   */
  plan(way) {
    this.planned = way;
    this.show((way ?? []).map((index) => this.grid.cells[index]), "ip-planned");
  }

  /** Make the move that was planned, if it is legal now. */
  resume() {
    const way = this.planned;
    if (!way || this.commands.waiting) return;
    this.plan(null);
    this.carry(this.grid.cells[way[0]], this.grid.cells[way[1]]);
  }

  // A cell that can only be dragged is picked up by a press; the next press on a place that it can go to drags it there,
  // as does the next arrow.
  /** @param {Cell} cell */
  press(cell) {
    if (this.grid.toggles[cell.place[0]]?.flip(cell)) return;
    if (this.picked && this.picked !== cell) {
      if (this.carry(this.picked, cell)) return;
      const [r, c] = this.picked.place;
      const beside = Object.keys(STEPS).find(
        (way) => r + STEPS[way][0] === cell.place[0] && c + STEPS[way][1] === cell.place[1],
      );
      if (beside && this.gesture(this.picked, beside)) return;
    }
    cell = this.grid.meant(cell, isLive);
    if (this.flagging && this.gesture(cell, "secondary")) return;
    if (this.gesture(cell, "press") || this.complain(cell)) return;
    if (this.grid.targets(cell).includes(cell)) return void this.carry(cell, cell); // a press that asks what it means
    const drags = /[UDLRT]/.test(cell.kind?.[4] ?? "");
    this.pick(drags && this.picked !== cell ? cell : null);
  }

  /**
   * Whether a click is the second half of a double click whose first half has changed, or may yet change, the cell.
   * @param {Cell} cell
   * @param {number} time
   */
  isRepeated(cell, time) {
    const first = this.clicked;
    if (first?.cell === cell && time - first.time < DOUBLE_CLICK) return this.commands.waiting || !same(first.kind, cell.kind);
    this.clicked = { cell, kind: cell.kind, time };
    return false;
  }

  /**
   * Where numbers count what lies around them: the number on a cell, the covered cells around it and how many are marked.
   * @param {Cell} cell
   */
  clue(cell) {
    const number = Number(/\bip-number-(\d)/.exec(cell.className)?.[1]), [r, c] = cell.place;
    const what = this.grid.board?.counted;
    if (!number || !what) return null;
    const places = AROUND.map(([down, right]) => /** @type {Place} */ ([r + down, c + right]));
    const cells = places.filter((place) => this.grid.inside(place)).map((place) => this.grid.cell(place));
    const marked = cells.filter((one) => one.classList.contains(`ip-${what}`)).length;
    return { number, what, marked, covered: cells.filter((one) => one.classList.contains("ip-covered")) };
  }

  /**
   * Say why a number does not open its neighbours; gives whether there was anything to say.
   * @param {Cell} cell
   */
  complain(cell) {
    const clue = this.commands.view.outcome == null && this.clue(cell);
    if (!clue || !clue.covered.length || clue.marked === clue.number) return false;
    const { number, marked, what } = clue, count = Math.abs(number - marked), words = count === 1 ? what : `${what}s`;
    this.animation.say(marked < number ? `This ${number} needs ${count} more ${words}.` : `This ${number} has ${count} ${words} too many.`);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches)
      cell.animate([0, -3, 3, 0].map((x) => ({ transform: `translate(${x}px)` })), { duration: 120 });
    return true;
  }

  /** @param {Cell | null} cell */
  pick(cell) {
    this.picked?.classList.remove("ip-picked");
    this.picked = cell;
    cell?.classList.add("ip-picked");
    this.grid.table.classList.toggle("ip-picking", !!cell);
    this.show(cell ? this.reached(cell) : [], "ip-reach");
    this.grid.judge(cell);
  }

  /** @param {Cell} cell */
  reached(cell) {
    const ways = Object.keys(STEPS).filter((way) => this.grid.takes(cell, way));
    const places = ways.map((way) => /** @type {Place} */ ([cell.place[0] + STEPS[way][0], cell.place[1] + STEPS[way][1]]));
    const beside = places.filter((place) => this.grid.inside(place)).map((place) => this.grid.cell(place));
    return [...beside, ...this.grid.targets(cell)];
  }

  /**
   * Give these cells a class, and take it from all others.
   * @param {Cell[]} cells
   * @param {string} name
   */
  show(cells, name) {
    for (const cell of this.grid.table.querySelectorAll(`.${name}`)) cell.classList.remove(name);
    for (const cell of cells) cell.classList.add(name);
  }

  // From the cell with the focus; where that one cannot, from the only cell on the board that can.
  /** @param {string} way */
  drag(way) {
    if (this.gesture(this.picked ?? this.grid.cell(this.grid.at), way)) return;
    const able = this.grid.cells.filter((cell) => this.grid.takes(cell, way));
    if (able.length === 1 || (able.length && this.grid.board?.sweeps)) this.gesture(able[0], way);
  }

  listen() {
    const { table } = this.grid;
    /**
     * @template {keyof HTMLElementEventMap} N
     * @param {N} name
     * @param {(cell: Cell, event: HTMLElementEventMap[N]) => void} action
     */
    const on = (name, action) =>
      table.addEventListener(name, (event) => {
        const cell = cellOf(event);
        if (cell) action(cell, event);
      });
    on("focusin", (cell) => {
      this.grid.focus(cell.place);
      this.show(this.grid.taken(cell), "ip-taken");
    });
    on("mouseover", (cell) => this.show(this.grid.taken(cell), "ip-taken"));
    table.addEventListener("mouseleave", () => this.show([], "ip-taken"));
    table.addEventListener("focusout", () => this.show([], "ip-taken"));
    on("keydown", (cell, event) => this.key(cell, event));
    on("pointerdown", (cell, event) => this.down(cell, event));
    // The middle button, or both others together, open what is around a number.
    on("mousedown", (cell, event) => {
      if (!this.clue(cell) || (event.button !== 1 && event.buttons !== 3)) return;
      event.preventDefault();
      this.press(cell);
      this.swallowed = true;
    });
    for (const end of ["pointerup", "pointercancel", "mouseleave"]) table.addEventListener(end, () => this.show([], "ip-sunk"));
    on("click", (cell, { timeStamp }) => {
      if (!this.swallowed && !this.isRepeated(cell, timeStamp)) this.press(cell);
      this.swallowed = false;
    });
    on("contextmenu", (cell, event) => {
      if (!this.grid.takes(cell, "secondary") && !this.swallowed && !offers(this.grid.board, "arrows")) return;
      event.preventDefault();
      event.stopPropagation();
      clearTimeout(this.holding);
      if (!this.swallowed) this.gesture(cell, "secondary");
    });
    on("pointerup", ({ index }, { button }) => {
      if (button === 2 && this.pointed != null && this.pointed !== index) this.onArrow([this.pointed, index]);
    });
    table.addEventListener("pointermove", (event) => this.moved(event));
    table.addEventListener("touchmove", (event) => this.pan(event), { passive: false });
    table.addEventListener("touchend", () => { this.finger = null; });
    table.addEventListener("pointerup", (event) => this.up(event));
    table.addEventListener("pointercancel", () => this.release());
  }

  /**
   * @param {Cell} cell
   * @param {PointerEvent} event
   */
  down(cell, event) {
    const { button, pointerType, clientX: x, clientY: y, pointerId } = event;
    this.swallowed = false;
    this.animation.skip();
    if (button < 2) this.show(this.clue(cell)?.covered ?? [], "ip-sunk");
    this.pointed = button === 2 && offers(this.grid.board, "arrows") ? cell.index : null;
    if (this.pointed != null) this.plan(null);
    if (button !== 0) return;
    this.onArrow([]);
    cell = this.grid.meant(cell, isLive);
    this.start = { cell, x, y };
    // The board may move before the pointer is up, and a finger may leave it and come back: both belong to this cell.
    if (event.isTrusted) cell.setPointerCapture(pointerId);
    if (cell.classList.contains("ip-drags")) this.show(this.reached(cell), "ip-reach");
    if (pointerType === "mouse") return;
    if (this.grid.takes(cell, "secondary")) cell.classList.add("ip-holding");
    this.holding = setTimeout(() => { this.swallowed = this.gesture(cell, "secondary"); }, LONG_PRESS);
  }

  /** @param {PointerEvent} event */
  moved({ clientX, clientY }) {
    if (!this.start) return;
    const { cell, x, y } = this.start, across = clientX - x, along = clientY - y;
    if (Math.hypot(across, along) <= FARTHEST_CLICK) return;
    clearTimeout(this.holding);
    cell.classList.remove("ip-holding");
    if (cell.classList.contains("ip-drags")) this.animation.follow(cell, across, along, wayOf(across, along));
  }

  /**
   * Two fingers move a board that is larger than its window, also where one finger drags its pieces.
   * @param {TouchEvent} event
   */
  pan(event) {
    if (event.touches.length !== 2) return;
    const [one, other] = event.touches, x = (one.clientX + other.clientX) / 2, y = (one.clientY + other.clientY) / 2;
    this.release();
    this.animation.drop(false);
    this.swallowed = true;
    if (this.finger) this.grid.host.scrollBy(this.finger.x - x, this.finger.y - y);
    this.finger = { x, y };
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  up({ clientX, clientY }) {
    const start = this.start;
    this.release();
    if (!start) return;
    const across = clientX - start.x, along = clientY - start.y;
    if (Math.hypot(across, along) <= FARTHEST_CLICK) return;
    const root = /** @type {Document | ShadowRoot} */ (this.grid.table.getRootNode());
    const under = root.elementsFromPoint(clientX, clientY).map((target) => cellOf({ target })).find(Boolean);
    const carried = !!under && this.carry(start.cell, under);
    const taken = carried || this.gesture(start.cell, wayOf(across, along));
    const isLeft = !under || this.grid.meant(under, isLive) !== start.cell;
    this.swallowed = taken || isLeft || start.cell.classList.contains("ip-drags"); // what was left or put back is not pressed
    this.animation.drop(taken);
  }

  release() {
    clearTimeout(this.holding);
    this.start?.cell.classList.remove("ip-holding");
    if (!this.picked) this.show([], "ip-reach");
    this.start = null;
  }

  /**
   * @param {Cell} cell
   * @param {KeyboardEvent} event
   */
  key(cell, event) {
    const [r, c] = cell.place, [rows, columns] = this.grid.board?.shape ?? [1, 1], all = event.ctrlKey || event.metaKey;
    const way = ARROWS[event.key];
    const modified = event.shiftKey || event.altKey || all;
    const ways = waysOf(this.commands.view.options);
    /** @type {Record<string, Place>} */
    const moves = { Home: [all ? 0 : r, 0], End: [all ? rows - 1 : r, columns - 1], PageUp: [0, c], PageDown: [rows - 1, c] };
    if (way && ways && !modified) {
      if (way in ways) this.commands.send({ do: "option", index: ways[way] });
    } else if (way && !(ways && event.altKey) && ((this.grid.board?.sweeps ? !event.altKey : modified) || (this.picked && !this.grid.targets(this.picked).length))) this.drag(way);
    else if (way) this.grid.focus(this.grid.beside(cell.place, way));
    else if (moves[event.key]) this.grid.focus(moves[event.key]);
    else if (!modified && this.grid.toggles[r]?.key(event.key)) return event.preventDefault(), event.stopPropagation();
    else if (event.key === "Enter" || event.key === " ") this.press(cell);
    else if (event.key.toLowerCase() === "f" && !modified) this.gesture(cell, "secondary");
    else if (event.key === "Escape") {
      this.pick(null);
      this.plan(null);
    }
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  stop() { clearTimeout(this.holding); }
}
