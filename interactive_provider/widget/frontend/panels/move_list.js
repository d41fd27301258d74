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
    const now = notes.findLastIndex(({ at }) => at === moves);
    const items = notes.flatMap(({ name, at }, n) => {
      const move = { words: name, at, isNow: n === now };
      return n % 2 ? [move] : [{ words: `${n / 2 + 1}.` }, move];
    });
    this.element.hidden = !notes.length;
    update(this.element, items, (item) => this.#build(item));
    const present = this.element.querySelector("[aria-current]");
    if (present instanceof HTMLElement) {
      this.element.scrollTop = present.offsetTop - ROWS_ABOVE * present.offsetHeight; // whole rows
    }
  }

  /** @param {{words: string, at?: number, isNow?: boolean}} item a move, or the number of one */
  #build({ words, at, isNow }) {
    if (at === undefined) {
      return make("span", words);
    }
    const move = button(words, () => this.commands.send("goto", { index: at }));
    move.ariaCurrent = isNow ? "true" : null;
    return move;
  }
}
