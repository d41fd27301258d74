// The moves of a game of pieces in two columns, each a way back to the position after it.

import { button } from "../buttons.js";
import { make, update } from "../dom.js";

/** @typedef {import("../types.js").View} View */

const ROWS_ABOVE = 2; // that are seen above the present move

export class MoveList {
  /** @param {import("../commands.js").Commands} commands */
  constructor(commands) {
    this.commands = commands;
    this.element = make("div.ip-list[role=group][aria-label=moves]");
  }

  /** @param {View} view */
  show({ notes, moves }) {
    const items = notes.flatMap(({ name, at }, n) => {
      const move = { words: name, at };
      return n % 2 ? [move] : [{ words: `${n / 2 + 1}.`, at: -1 }, move];
    });
    this.element.hidden = !notes.length;
    update(this.element, items, ({ words, at }) =>
      at < 0
        ? make("span", words)
        : button(words, () => this.commands.send("goto", { index: at })),
    );
    const now = notes.findLastIndex(({ at }) => at === moves);
    this.element.querySelectorAll("button").forEach((one, n) => {
      one.ariaCurrent = n === now ? "true" : null;
      if (n === now) {
        this.element.scrollTop = one.offsetTop - ROWS_ABOVE * one.offsetHeight; // whole rows
      }
    });
  }
}
