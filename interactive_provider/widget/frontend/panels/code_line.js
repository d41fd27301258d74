// The line of Python: whole if it is short, else its beginning and the number of moves.

import { button } from "../buttons.js";
import { make, setText } from "../dom.js";

/** @typedef {import("../types.js").View} View */

const LONGEST = 100; // characters of a line of Python that is shown whole

export class CodeLine {
  /**
   * @param {import("../commands.js").Commands} commands
   * @param {(words: string) => void} say
   */
  constructor(commands, say) {
    this.commands = commands;
    this.say = say;
    this.code = make("code[aria-label=line of Python]");
    this.moves = make("span.ip-moves");
    const copy = button("copy", () => this.#copy(), "copy");
    this.element = make("div.ip-line", this.code, this.moves, copy);
  }

  /** @param {View} view */
  show({ line, moves, start }) {
    const isWhole = line.length <= LONGEST;
    this.element.hidden = !line; // it would say what the next player may not see
    setText(this.code, isWhole ? line : `${start}…`);
    setText(this.moves, isWhole ? "" : `${moves} moves`);
  }

  async #copy() {
    const { line } = this.commands.view;
    try {
      await navigator.clipboard.writeText(line);
      this.say("Copied.");
    } catch {
      // A page without the right to write: the line stands selected for the player's own keys.
      this.code.textContent = line;
      getSelection()?.selectAllChildren(this.code);
      this.say("The line is selected: copy it with your keys.");
    }
  }
}
