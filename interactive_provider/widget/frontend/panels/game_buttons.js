// One row of buttons, only for what the game can do, with their shortcuts.

import { button, isPressed, press, rename, toggle, unfolding } from "../buttons.js";
import { make } from "../dom.js";
import { offers } from "../view.js";
import { keysPanel } from "./keys_panel.js";
import { Toolbar } from "./toolbar.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../icons.js").Icon} Icon */

export class GameButtons {
  #flagged = ""; // the title of the game that has flags

  /**
   * @param {import("../commands.js").Commands} commands
   * @param {import("../board/board_view.js").BoardView} board
   */
  constructor(commands, board) {
    const order = (/** @type {string} */ words, /** @type {Icon} */ what) =>
      button(words, () => commands.send(what), what);
    this.commands = commands;
    this.board = board;
    this.undo = order("undo", "undo");
    this.redo = order("redo", "redo");
    this.start = order("new game", "new");
    this.restart = order("restart", "restart");
    this.abilities = {
      hint: order("hint", "hint"),
      check: order("check", "check"),
      evaluate: order("evaluate", "evaluate"),
      step: order("step", "step"),
      review: order("review", "review"),
    };
    this.flag = toggle("flag mode", (isOn) => board.setFlagging(isOn), "flag");
    this.flip = toggle("flip", () => board.turn(), "flip");
    this.more = unfolding("more", "more");
    this.more.toggle.classList.add("ip-more");
    this.keys = unfolding("keys", "keys");
    this.legend = make("p.ip-legend");
    this.keys.panel.append(keysPanel(), this.legend);
    this.element = this.row();
    this.toolbar = new Toolbar(this.element);
    /** @type {Record<string, HTMLButtonElement>} */
    this.shortcuts = { u: this.undo, h: this.abilities.hint, n: this.start };
  }

  row() {
    const { flag, flip, more, redo, restart, start, undo } = this;
    const { hint, check, evaluate, review, step } = this.abilities;
    const keys = this.keys.toggle;
    // On a phone these wait until "more" is pressed.
    for (const one of [redo, restart, flip, check, evaluate, step, review, keys]) {
      one.classList.add("ip-second");
    }
    const games = [undo, redo, start, restart, flag, flip];
    const attributes = { class: "ip-tools", role: "toolbar", "aria-label": "game" };
    return make(
      "div",
      attributes,
      ...games,
      hint,
      check,
      evaluate,
      step,
      review,
      more.toggle,
      keys,
    );
  }

  /** @param {View} view */
  show(view) {
    const { board, book, cards } = view;
    this.undo.disabled = !view.undo;
    this.redo.disabled = !view.redo;
    rename(this.undo, cards ? "back to the game" : "undo", "undo");
    rename(this.start, book ? "read again" : "new game", "new");
    this.redo.hidden = cards;
    this.start.hidden = cards;
    this.restart.hidden = cards || !!book;
    this.more.toggle.hidden = cards;
    this.keys.toggle.hidden = cards || !board;
    this.element.hidden = cards && !view.undo;
    this.flip.hidden = !offers(board, "turns");
    press(this.flip, this.board.grid.isTurned);
    this.#showAbilities(view);
    this.#showFlag(view);
    const legend = board?.legend ?? [];
    this.legend.replaceChildren(
      ...legend.map(([sign, meaning]) => make("span", `${sign} ${meaning}`)),
    );
    this.toolbar.settle();
  }

  /** @param {View} view */
  #showAbilities({ able, evaluating, outcome }) {
    for (const [name, one] of Object.entries(this.abilities)) {
      one.hidden = !able.includes(name);
      one.disabled = outcome !== null && name !== "review";
    }
    press(this.abilities.evaluate, evaluating);
  }

  /**
   * At the end the flag stays in its place: what was aimed at the button beside it is not to hit
   * another.
   * @param {View} view
   */
  #showFlag({ board, title }) {
    this.flag.disabled = !board?.kinds.some(({ gestures }) => gestures.includes("s"));
    if (!this.flag.disabled) {
      this.#flagged = title;
    }
    this.flag.hidden = this.#flagged !== title && !isPressed(this.flag);
  }

  /**
   * The letters of the buttons; a digit chooses the option of that number.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const { key, ctrlKey, metaKey, shiftKey } = event;
    const { console, keys, options, terminal } = this.commands.view;
    const isCommand = ctrlKey || metaKey;
    const isField = /** @type {Element} */ (event.target).matches(
      "input, select, textarea",
    );
    if (event.altKey || keys || console || terminal || isField) {
      return false;
    }
    const isUndo = isCommand && !shiftKey && key.toLowerCase() === "z";
    const shortcut = isUndo ? this.undo : this.shortcuts[key.toLowerCase()];
    const index = /^[1-9]$/.test(key) ? Number(key) - 1 : options.length;
    if ((isCommand && !isUndo) || !(shortcut || index < options.length)) {
      return false;
    }
    if (!shortcut) {
      this.commands.choose(index);
    } else if (!shortcut.disabled && !shortcut.hidden) {
      shortcut.click();
    }
    return true;
  }
}
