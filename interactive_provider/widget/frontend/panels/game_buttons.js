// One row of buttons, only for what the game can do, with their shortcuts.

import { button, isPressed, press, rename, toggle, unfolding } from "../buttons.js";
import { make, update } from "../dom.js";
import { offers } from "../view.js";
import { keysPanel } from "./keys_panel.js";
import { Toolbar } from "./toolbar.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../icons.js").Icon} Icon */

/** @type {Icon[]} */
const ABILITIES = ["hint", "check", "evaluate", "step", "review"]; // that only some games have
// On a phone the others wait behind "more".
const FIRST = new Set(["undo", "new", "flag", "hint", "more"]);
/** @type {Record<string, string>} */
const SHORTCUTS = { u: "undo", h: "hint", n: "new" };

export class GameButtons {
  #flagged = ""; // the title of the game that has flags

  /**
   * @param {import("../commands.js").Commands} commands
   * @param {import("../board/board_view.js").BoardView} board
   */
  constructor(commands, board) {
    this.commands = commands;
    this.board = board;
    this.more = unfolding("more", "more");
    this.keys = unfolding("keys", "keys");
    this.more.toggle.classList.add("ip-more");
    this.legend = make("p.ip-legend");
    this.keys.panel.append(keysPanel(), this.legend);
    const orders = (/** @type {Icon[]} */ names) =>
      Object.fromEntries(
        names.map((what) => [what, button(what, () => commands.send(what), what)]),
      );
    /** @type {Record<string, HTMLButtonElement>} */
    this.buttons = {
      ...orders(["undo", "redo", "new", "restart"]),
      flag: toggle("flag mode", (isOn) => board.setFlagging(isOn), "flag"),
      flip: toggle("flip", () => board.turn(), "flip"),
      ...orders(ABILITIES),
      more: this.more.toggle,
      keys: this.keys.toggle,
    };
    for (const [what, one] of Object.entries(this.buttons)) {
      one.classList.toggle("ip-second", !FIRST.has(what));
    }
    const row = make("div.ip-tools[role=toolbar][aria-label=game]");
    row.append(...Object.values(this.buttons));
    this.element = row;
    this.toolbar = new Toolbar(row);
  }

  /** @param {View} view */
  show(view) {
    const { able, board, book, cards, evaluating, outcome } = view;
    const { undo, redo, flip, evaluate } = this.buttons;
    for (const what of ABILITIES) {
      this.buttons[what].hidden = !able.includes(what);
      this.buttons[what].disabled = outcome !== null && what !== "review";
    }
    for (const what of ["redo", "new", "restart", "more", "keys"]) {
      this.buttons[what].hidden = cards;
    }
    this.buttons.restart.hidden ||= !!book;
    this.buttons.keys.hidden ||= !board;
    this.element.hidden = cards && !view.undo;
    undo.disabled = !view.undo;
    redo.disabled = !view.redo;
    rename(undo, cards ? "back to the game" : "undo", "undo");
    rename(this.buttons.new, book ? "read again" : "new game", "new");
    press(evaluate, evaluating);
    flip.hidden = !offers(board, "turns");
    press(flip, this.board.grid.isTurned);
    this.#showFlag(view);
    const legend = board?.legend ?? [];
    update(this.legend, legend, (entry) => make("span", entry.join(" ")));
    this.toolbar.settle();
  }

  /**
   * At the end the flag stays in its place: what was aimed at the button beside it is not to hit
   * another.
   * @param {View} view
   */
  #showFlag({ board, title }) {
    const { flag } = this.buttons;
    flag.disabled = !board?.kinds.some(({ gestures }) => gestures.includes("s"));
    if (!flag.disabled) {
      this.#flagged = title;
    }
    flag.hidden = this.#flagged !== title && !isPressed(flag);
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
    const shortcut = this.buttons[isUndo ? "undo" : SHORTCUTS[key.toLowerCase()]];
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
