// The moves of a game of pieces in two columns, each a way back to the position after it.

import { button } from "../buttons.js";
import { make, update } from "../dom.js";

/** @typedef {import("../types.js").View} View */

const ROWS_ABOVE = 2; // that are seen above the present move

export class MoveList {
  /** @param {import("../commands.js").Commands} commands */
  constructor(commands) {
    this.commands = commands;
    this.element = make("div", {
      class: "ip-list",
      role: "group",
      "aria-label": "moves",
    });
  }

  /** @param {View} view */
  show({ notes, moves }) {
    const entries = notes.flatMap(({ name, at }, n) => {
      const build = () => button(name, () => this.commands.send("goto", { index: at }));
      const entry = { key: `move ${n}`, content: `${at} ${name}`, build };
      return n % 2 ? [entry] : [numberOf(n), entry];
    });
    this.element.hidden = !notes.length;
    update(this.element, entries);
    const now = notes.findLastIndex(({ at }) => at === moves);
    this.element.querySelectorAll("button").forEach((one, n) => {
      one.ariaCurrent = n === now ? "true" : null;
      if (n === now) {
        this.element.scrollTop = one.offsetTop - ROWS_ABOVE * one.offsetHeight; // whole rows
      }
    });
  }
}

/** @param {number} n the number of the first move in a row */
function numberOf(n) {
  const words = `${n / 2 + 1}.`;
  return { key: words, content: words, build: () => make("span", {}, words) };
}
