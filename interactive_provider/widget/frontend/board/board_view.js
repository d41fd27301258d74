// A board with all that moves on it and stands over it, seen from either side.

import { button } from "../buttons.js";
import { DIRECTIONS } from "../directions.js";
import { make } from "../dom.js";
import { programKey } from "../keys.js";
import { offers } from "../view.js";
import { Animator } from "./animation.js";
import { Gestures } from "./gestures.js";
import { Grid } from "./grid.js";
import { Overlay } from "./overlay.js";
import { Pointer } from "./pointer.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Way} Way */

/** @type {Way[]} */
const PAD = ["up", "left", "down", "right"]; // the order of the arrows to press

export class BoardView {
  /**
   * @param {import("../commands.js").Commands} commands
   * @param {import("../panels/status.js").Status} status
   * @param {AbortSignal} signal
   */
  constructor(commands, status, signal) {
    this.element = make("div.ip-scroll");
    this.grid = new Grid(this.element);
    this.overlay = new Overlay(this.grid, commands, signal);
    this.animation = new Animator(
      this.grid,
      (words) => status.say(words),
      () => {
        status.ponder();
        this.overlay.element.remove();
      },
    );
    this.commands = commands;
    this.gestures = new Gestures(this.grid, this.animation, commands);
    this.pointer = new Pointer(this.gestures, signal);
    this.pointer.onArrow = (cells) => this.overlay.draw(cells);
    this.pad = padOf((way) => this.gestures.drag(way));
    signal.addEventListener("abort", () => this.animation.stop());
  }

  /** @param {View} view */
  show(view) {
    const { board } = view;
    this.element.hidden = !board;
    this.element.style.setProperty("--rows", String(board?.shape[0] ?? 1));
    this.grid.isTurned &&= offers(board, "turns");
    this.draw(view.animate);
    this.#showPad(view);
  }

  /** @param {boolean} isMoving */
  draw(isMoving) {
    const { animation, gestures, grid } = this;
    const { view } = this.commands;
    gestures.pick(null);
    if (view.board) {
      grid.take(view.board);
      grid.worth = view.worth;
      grid.table.style.setProperty("--lead", view.lead);
      grid.table.style.setProperty(
        "--rising",
        view.above === grid.isTurned ? "to top" : "to bottom",
      );
      animation.show(view.board, isMoving);
      animation.nudge(view.nudge);
    } else {
      animation.stop();
    }
    this.overlay.show();
    gestures.resume();
  }

  /** Show the board from the other side. */
  turn() {
    this.grid.isTurned = !this.grid.isTurned;
    this.draw(false);
  }

  /** Show once more what has happened. */
  replay() {
    if (this.grid.board) {
      this.animation.show(this.grid.board, true);
    }
  }

  /** @param {boolean} isOn whether a press is to be the secondary one */
  setFlagging(isOn) {
    this.gestures.isFlagging = isOn;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.overlay.key(event) || this.#namedKey(event) || this.gestures.key(event);
  }

  /**
   * A key that the game names chooses at once; arrows that slide the board are gestures.
   * @param {KeyboardEvent} event
   */
  #namedKey(event) {
    const { board, keys } = this.commands.view;
    const slides = !!board?.sweeps && event.key.startsWith("Arrow");
    return !slides && !!keys && event.key in keys && programKey(event, this.commands);
  }

  focus() {
    this.grid.focus(this.grid.at);
  }

  /** @param {View} view */
  #showPad({ board, outcome, nudge }) {
    const sweeps = board?.sweeps ?? "";
    const isOver = outcome !== null;
    const staysAtTheEnd = isOver && !this.pad.hidden; // so that nothing below it moves
    this.pad.hidden = !sweeps && !staysAtTheEnd;
    this.pad.classList.toggle("ip-gone", isOver);
    for (const arrow of this.pad.querySelectorAll("button")) {
      arrow.disabled = !sweeps.includes(
        DIRECTIONS[/** @type {Way} */ (arrow.name)].letter,
      );
      arrow.classList.toggle("ip-advised", arrow.name === nudge);
    }
  }
}

/**
 * Where all moves at once, arrows to press: below a finger, or for a mouse.
 * @param {(way: Way) => void} drag
 */
function padOf(drag) {
  const arrows = PAD.map((way) => {
    const arrow = button(DIRECTIONS[way].sign, () => drag(way));
    arrow.ariaLabel = way;
    arrow.name = way;
    return arrow;
  });
  return make("div.ip-pad[hidden][role=group][aria-label=arrows]", ...arrows);
}
