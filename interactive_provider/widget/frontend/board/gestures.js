// What a player does on the grid: presses, moves of pieces, moves made before the reply, and the
// keys for all of them.

import { WAYS, directionOptions, wayOfKey } from "../directions.js";
import { play } from "../environment.js";
import { canDrag, offers } from "../view.js";
import { complaintAbout } from "./clues.js";
import { same } from "./grid.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Way} Way */

/**
 * Which way a key leads to the end, and with Ctrl along the other side, too.
 * @type {Record<string, [Way, Way?]>}
 */
const JUMPS = {
  Home: ["left", "up"],
  End: ["right", "down"],
  PageUp: ["up"],
  PageDown: ["down"],
};
const DOUBLE_CLICK = 250; // milliseconds within which a second click on a cell belongs to the first

/**
 * @param {{target: EventTarget | null}} event
 * @returns {Cell | null}
 */
export function cellOf({ target }) {
  const element = /** @type {Element} */ (target);
  return /** @type {Cell | null} */ (element.closest?.("td[role=gridcell]"));
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
    this.mark(this.grid.cellsAt(cells), "ip-planned");
  }

  /** Make the move that was planned, if it is legal now. */
  resume() {
    const [from, to] = this.grid.cellsAt(this.#planned);
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
    const isDone =
      (this.isFlagging && this.gesture(cell, "secondary")) ||
      this.gesture(cell, "press") ||
      this.#complain(cell) ||
      this.#ask(cell);
    if (!isDone) {
      this.#pickUp(cell);
    }
  }

  /**
   * A drag that begins and ends on a cell asks what it means; gives whether there is one.
   * @param {Cell} cell
   */
  #ask(cell) {
    return this.grid.targets(cell).includes(cell) && this.carry(cell, cell);
  }

  /**
   * Pick up what can be dragged; anything else is where the piece that is picked up may not go,
   * and the answer says why.
   * @param {Cell} cell
   */
  #pickUp(cell) {
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
      play([cell], "shake");
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
    const isBrowsers = event.ctrlKey || event.metaKey; // which goes back, or to an end
    if (!pressed || isBrowsers) {
      return null;
    }
    const way = grid.wayOn(pressed);
    const walk = () => grid.focus((grid.beside(cell, way) ?? cell).place);
    const options = directionOptions(commands.view.options);
    if (options && !isModified(event)) {
      const index = options[way];
      return () => index !== undefined && commands.choose(index);
    }
    if (options && event.altKey) {
      return walk;
    }
    const drags = grid.board?.sweeps ? !event.altKey : isModified(event);
    const isCarried = !!this.picked && !grid.targets(this.picked).length;
    return drags || isCarried ? () => this.drag(way) : walk;
  }

  /**
   * What a key does that leads to an end of the row or column, or with Ctrl to a corner.
   * @param {Cell} cell
   * @param {KeyboardEvent} event
   */
  #jump({ place }, { key, ctrlKey, metaKey }) {
    const [way, across] = JUMPS[key] ?? [];
    if (!way) {
      return null;
    }
    const { grid } = this;
    const edge = grid.edge(place, grid.wayOn(way));
    const isCorner = across && (ctrlKey || metaKey);
    return () => grid.focus(isCorner ? grid.edge(edge, grid.wayOn(across)) : edge);
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
