// What a player does on the grid: presses, moves of pieces, moves made before the reply, and the
// keys for all of them.

import { WAYS, isWay, wayOfKey } from "../directions.js";
import { prefersStillness } from "../environment.js";
import { canDrag, offers } from "../view.js";
import { complaintAbout } from "./clues.js";
import { same } from "./grid.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Way} Way */

const DOUBLE_CLICK = 250; // milliseconds within which a second click on a cell belongs to the first

/**
 * @param {{target: EventTarget | null}} event
 * @returns {Cell | null}
 */
export function cellOf({ target }) {
  const element = /** @type {Element} */ (target);
  return /** @type {Cell | null} */ (element.closest?.("td[role=gridcell]"));
}

/**
 * The numbers of the options that are directions, if all of them are: only one thing can move, so
 * an arrow moves it.
 * @param {import("../types.js").Choice[]} options
 * @returns {Record<string, number> | null}
 */
export function directionOptions(options) {
  const numbers = options.map(({ words }, index) => [words.toLowerCase(), index]);
  const isOnly =
    options.length > 0 && options.every(({ words }) => isWay(words.toLowerCase()));
  return isOnly ? Object.fromEntries(numbers) : null;
}

/** @param {Cell} cell */
export function isLive(cell) {
  return cell.classList.contains("ip-live");
}

/** @param {Cell} cell */
export function isDragged(cell) {
  return cell.classList.contains("ip-drags");
}

export class Gestures {
  isFlagging = false; // whether a press is the secondary one
  /** @type {Cell | null} */
  picked = null;
  /** @type {{cell: Cell, kind: import("../types.js").Kind | null, time: number} | null} */
  clicked = null; // the click before, with how its cell looked
  // The cells of the move to make if it is legal after the reply that is waited for.
  /** @type {number[]} */
  #planned = [];

  /**
   * @param {import("./grid.js").Grid} grid
   * @param {import("./animation.js").Animator} animation
   * @param {import("../commands.js").Commands} commands
   */
  constructor(grid, animation, commands) {
    this.grid = grid;
    this.animation = animation;
    this.commands = commands;
    grid.onTogether = (zone, on) => commands.send("together", { zone, on });
  }

  /**
   * Send the gesture; gives whether the cell takes it.
   * @param {Cell} cell
   * @param {string} gesture
   */
  gesture(cell, gesture) {
    if (!this.grid.takes(cell, gesture)) {
      return false;
    }
    this.animation.origin = cell.place;
    this.commands.send("gesture", { gesture, at: cell.place });
    if (gesture === "press") {
      this.animation.put(cell);
    }
    this.pick(null);
    return true;
  }

  /**
   * Drag the piece of one cell to another; gives whether it may go there.
   * @param {Cell} cell
   * @param {Cell} over where it is let go
   */
  carry(cell, over) {
    const { animation, commands, grid } = this;
    const targets = grid.targets(cell);
    const target = grid.meant(over, (one) => targets.includes(one));
    if (commands.isWaiting && offers(grid.board, "premoves") && isDragged(cell)) {
      this.pick(null);
      this.plan([cell.index, target.index]);
      return true;
    }
    if (!targets.includes(target)) {
      return false;
    }
    animation.origin = cell.place;
    this.send(cell, target);
    this.pick(null);
    if (cell !== target) {
      animation.carry(cell, target);
    }
    return true;
  }

  /**
   * Ask for a drag; if it is not possible, the answer says why.
   * @param {Cell} cell
   * @param {Cell} target
   */
  send(cell, target) {
    const places = { at: cell.place, to: target.place };
    this.commands.send("gesture", { gesture: "to", ...places });
  }

  /**
   * Keep a move until the reply is there; without cells, forget it.
   * @param {number[]} cells
   */
  plan(cells) {
    this.#planned = cells;
    this.mark(
      cells.map((index) => this.grid.cells[index]),
      "ip-planned",
    );
  }

  /** Make the move that was planned, if it is legal now. */
  resume() {
    const [from, to] = this.#planned.map((index) => this.grid.cells[index]);
    if (from && !this.commands.isWaiting) {
      this.plan([]);
      this.carry(from, to);
    }
  }

  /**
   * A cell that can only be dragged is picked up by a press; the next press on a place that it can
   * go to drags it there, as does the next arrow.
   * @param {Cell} pressed
   */
  press(pressed) {
    if (this.grid.toggles[pressed.place[0]]?.flip(pressed) || this.#putDown(pressed)) {
      return;
    }
    const cell = this.grid.meant(pressed, isLive);
    if (this.isFlagging && this.gesture(cell, "secondary")) {
      return;
    }
    if (this.gesture(cell, "press") || this.#complain(cell)) {
      return;
    }
    if (this.grid.targets(cell).includes(cell)) {
      this.carry(cell, cell); // a press that asks what it means
      return;
    }
    const { picked } = this;
    const isPickedUp = !!cell.kind && canDrag(cell.kind) && picked !== cell;
    if (picked && picked !== cell && !isPickedUp) {
      this.send(picked, cell);
    }
    this.pick(isPickedUp ? cell : null);
  }

  /**
   * Put the piece that is picked up down on a cell; gives whether it may go there.
   * @param {Cell} cell
   */
  #putDown(cell) {
    const { picked } = this;
    if (!picked || picked === cell) {
      return false;
    }
    const way = WAYS.find((one) => this.grid.neighbour(picked, one) === cell);
    return this.carry(picked, cell) || (!!way && this.gesture(picked, way));
  }

  /**
   * Whether a click is the second half of a double click whose first half has changed, or may yet
   * change, the cell.
   * @param {Cell} cell
   * @param {number} time
   */
  isRepeated(cell, time) {
    const first = this.clicked;
    if (first?.cell === cell && time - first.time < DOUBLE_CLICK) {
      const isUnchanged = !!first.kind && !!cell.kind && same(first.kind, cell.kind);
      return this.commands.isWaiting || !isUnchanged;
    }
    this.clicked = { cell, kind: cell.kind, time };
    return false;
  }

  /**
   * Say why a number does not open its neighbours; gives whether there was anything to say.
   * @param {Cell} cell
   */
  #complain(cell) {
    const complaint =
      this.commands.view.outcome === null ? complaintAbout(this.grid, cell) : "";
    if (complaint) {
      this.animation.say(complaint);
    }
    if (complaint && !prefersStillness()) {
      const shake = [0, -3, 3, 0].map((x) => ({ transform: `translate(${x}px)` }));
      cell.animate(shake, { duration: 120 });
    }
    return !!complaint;
  }

  /** @param {Cell | null} cell */
  pick(cell) {
    this.picked?.classList.remove("ip-picked");
    this.picked = cell;
    cell?.classList.add("ip-picked");
    this.grid.table.classList.toggle("ip-picking", !!cell);
    this.mark(cell ? this.reached(cell) : [], "ip-reach");
    this.grid.judge(cell);
  }

  /**
   * The cells that the piece on this one can go to.
   * @param {Cell} cell
   */
  reached(cell) {
    const ways = WAYS.filter((way) => this.grid.takes(cell, way));
    const beside = ways.flatMap((way) => this.grid.neighbour(cell, way) ?? []);
    return [...beside, ...this.grid.targets(cell)];
  }

  /**
   * Give these cells a class, and take it from all others.
   * @param {Cell[]} cells
   * @param {string} name
   */
  mark(cells, name) {
    for (const cell of this.grid.table.querySelectorAll(`.${name}`)) {
      cell.classList.remove(name);
    }
    for (const cell of cells) {
      cell.classList.add(name);
    }
  }

  /**
   * Move what the cell with the focus has; if that cannot move, the only thing on the board that
   * can.
   * @param {Way} way
   */
  drag(way) {
    const { grid } = this;
    return this.gesture(this.picked ?? grid.cell(grid.at), way) || this.dragOnly(way);
  }

  /**
   * Move the only thing that can move, or everything where all moves at once; gives whether there
   * is such a thing.
   * @param {Way} way
   */
  dragOnly(way) {
    const able = this.grid.cells.filter((cell) => this.grid.takes(cell, way));
    const isClear = able.length === 1 || (able.length > 0 && !!this.grid.board?.sweeps);
    return isClear && this.gesture(able[0], way);
  }

  /**
   * What a key does on the board; gives whether it is one of the board's.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const cell = cellOf(event);
    if (!cell) {
      return false;
    }
    const action = this.arrow(cell, event) ?? this.#jump(cell, event);
    if (action) {
      action();
      return true;
    }
    const isPlain = !isModified(event);
    return (
      (isPlain && !!this.grid.toggles[cell.place[0]]?.key(event.key)) ||
      this.#act(cell, event)
    );
  }

  /**
   * What an arrow does: it moves what alone can move, drags a piece, or walks to the next cell.
   * @param {Cell} cell
   * @param {KeyboardEvent} event
   * @returns {(() => void) | null}
   */
  arrow(cell, event) {
    const { commands, grid } = this;
    const pressed = wayOfKey(event.key);
    if (!pressed) {
      return null;
    }
    const way = grid.wayOn(pressed);
    const options = directionOptions(commands.view.options);
    if (options && !isModified(event)) {
      return () => way in options && commands.choose(options[way]);
    }
    const drags = grid.board?.sweeps ? !event.altKey : isModified(event);
    const isCarried = !!this.picked && !grid.targets(this.picked).length;
    if ((drags || isCarried) && !(options && event.altKey)) {
      return () => this.drag(way);
    }
    return () => grid.focus(grid.beside(cell, way));
  }

  /**
   * What a key does that leads to an end of the row or column, or with Ctrl to a corner.
   * @param {Cell} cell
   * @param {KeyboardEvent} event
   */
  #jump({ place: [r, c] }, { key, ctrlKey, metaKey }) {
    const [rows, columns] = this.grid.board?.shape ?? [1, 1];
    const [bottom, right] = [rows - 1, columns - 1];
    const edges = this.grid.isTurned ? [bottom, right, 0, 0] : [0, 0, bottom, right];
    const [top, start, low, end] = edges;
    const toCorner = ctrlKey || metaKey;
    /** @type {Record<string, Place>} */
    const places = {
      Home: [toCorner ? top : r, start],
      End: [toCorner ? low : r, end],
      PageUp: [top, c],
      PageDown: [low, c],
    };
    return key in places ? () => this.grid.focus(places[key]) : null;
  }

  /**
   * @param {Cell} cell
   * @param {KeyboardEvent} event
   */
  #act(cell, event) {
    if (event.key === "Enter" || event.key === " ") {
      this.press(cell);
    } else if (event.key.toLowerCase() === "f" && !isModified(event)) {
      this.gesture(cell, "secondary");
    } else if (event.key === "Escape") {
      this.pick(null);
      this.plan([]);
    } else {
      return false;
    }
    return true;
  }
}

/** @param {KeyboardEvent} event */
function isModified({ shiftKey, altKey, ctrlKey, metaKey }) {
  return shiftKey || altKey || ctrlKey || metaKey;
}
