// The screen of a program that asks line by line: what it printed, what was typed at its questions,
// and the line that is being typed, all on one glass. The choices below it are one row of key caps.
// On a screen of placed characters the line stands where the cursor is.

import { focusable, make, textField, update } from "../dom.js";
import { activeIn, prefersStillness, wait } from "../environment.js";
import { programKey } from "../keys.js";
import { choicesAt } from "../panels/options.js";
import { isLaidOut, textsOf } from "./layout.js";

/** @typedef {import("../types.js").View} View */

const AT_ONCE = 60; // characters that appear at each tick
const TICK = 16; // milliseconds

export class Console {
  /** @type {Text | undefined} */
  text = undefined; // that was printed last
  moves = -1;
  isHasty = false; // whether a text that appears is to be shown at once

  /**
   * @param {import("../commands.js").Commands} commands
   * @param {HTMLElement} pages where a screen of placed characters is shown
   */
  constructor(commands, pages) {
    this.commands = commands;
    this.pages = pages;
    this.line = textField(
      ".ip-line[autocapitalize=characters][aria-label=your answer]",
    );
    this.element = focusable(
      "pre.ip-console[tabindex=0][role=log][aria-label=the program's screen][dir=auto]",
    );
    this.turns = make("div");
    this.element.append(this.turns);
    for (const glass of [this.element, pages]) {
      glass.addEventListener("click", () => this.click());
    }
    for (const change of ["input", "keyup", "click", "focus"]) {
      this.line.addEventListener(change, () => this.place());
    }
  }

  /** Whether an answer is typed on a screen of either kind. */
  get isTyping() {
    return (
      this.element.checkVisibility() ||
      (this.pages.contains(this.line) && !this.line.hidden)
    );
  }

  click() {
    this.isHasty = true;
    if (this.isTyping && !getSelection()?.toString()) {
      this.focus();
    }
  }

  /** @param {View} view */
  show(view) {
    const { asked, moves, text, transcript } = view;
    this.element.hidden = !view.console;
    if (view.terminal) {
      this.#moveToCursor(view);
    }
    if (!view.console) {
      return;
    }
    const isFocused = !!activeIn(this.element);
    const isWide = [text, ...textsOf(transcript)].some(isLaidOut);
    this.element.className = `ip-console ip-glass-${view.console}${isWide ? " ip-laid-out" : ""}`;
    const earlier = textsOf(transcript).map(withBlank);
    const pages = [...earlier, asked ? withBlank(text) : text];
    const items = pages.flatMap((page, at) => [
      { page: at ? `\n${page}` : page, move: at === earlier.length ? moves : 0 },
      { answer: transcript[at]?.chosen ?? "" },
    ]);
    const nodes = update(this.turns, items, ({ page, answer }) =>
      page === undefined ? this.#answerOf(answer) : new Text(page),
    );
    const last = /** @type {Text} */ (nodes[nodes.length - 2]);
    if (last !== this.text) {
      this.#ask(view);
      this.#print(last, !!this.text && moves === this.moves + 1);
    }
    this.text = last;
    this.moves = moves;
    if (isFocused) {
      this.focus();
    }
  }

  /**
   * What was typed at a question, or the line in which it is typed now.
   * @param {string} words
   */
  #answerOf(words = "") {
    return words ? make("b", words) : this.line;
  }

  /**
   * Empty the line for the next answer, and show it if one is typed.
   * @param {View} view
   */
  #ask({ asked, keys, stuck }) {
    if (!stuck) {
      this.line.value = "";
    }
    this.line.hidden = !asked || !!keys;
    this.place();
  }

  /**
   * Let the line stand at the cursor of a screen of placed characters.
   * @param {View} view
   */
  #moveToCursor(view) {
    const cursor = this.pages.querySelector(".ip-terminal b");
    if (!cursor || cursor === this.line.parentElement) {
      return;
    }
    this.#ask(view);
    const rest = new Range();
    rest.setStartBefore(cursor);
    rest.setEndAfter(/** @type {Node} */ (cursor.closest("div")));
    // Letters to the end of the row.
    this.line.style.setProperty("--room", String(rest.toString().length - 1));
    cursor.append(this.line);
    if (!this.line.hidden && activeIn(this.pages)) {
      this.focus();
    }
  }

  /**
   * Let a text appear as a teletype wrote it, unless the reader prefers less motion; any key shows
   * the rest.
   * @param {Text} text
   * @param {boolean} isNext
   */
  async #print(text, isNext) {
    const whole = text.data;
    const isSlow = isNext && !prefersStillness() && !document.hidden;
    this.isHasty = !isSlow;
    this.element.scrollTop = 0; // its end
    for (
      let length = AT_ONCE;
      length < whole.length && !this.isHasty;
      length += AT_ONCE
    ) {
      text.data = whole.slice(0, length);
      await wait(TICK);
    }
    text.data = whole;
  }

  focus() {
    const active = this.line.hidden ? this.element : this.line;
    active.focus({ preventScroll: true });
  }

  /** Draw the block cursor where the next character goes. */
  place() {
    const { length } = this.line.value;
    this.line.style.setProperty("--long", String(length + 2));
    this.line.style.setProperty("--at", String(this.line.selectionStart ?? length));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key } = event;
    this.isHasty = true;
    if (this.commands.view.keys) {
      return programKey(event, this.commands);
    }
    if (event.ctrlKey || event.metaKey || !this.isTyping) {
      return false;
    }
    if (event.altKey) {
      return this.#chooseByLetter(key);
    }
    if (key === "Enter" && this.commands.view.asked) {
      this.answer();
      return true;
    }
    if (key.length === 1 && event.target !== this.line) {
      this.focus();
    }
    return false;
  }

  /**
   * Choose what alone begins with a letter.
   * @param {string} letter
   */
  #chooseByLetter(letter) {
    const [index, ...others] =
      letter.length === 1 ? choicesAt(this.commands.view, letter) : [];
    const isClear = index !== undefined && !others.length;
    if (isClear) {
      this.commands.choose(index);
    }
    return isClear;
  }

  answer() {
    const text = this.line.value;
    const empty = this.commands.view.options.findIndex(
      ({ words }) => words === "return",
    );
    if (text) {
      this.commands.type(text);
    } else if (empty >= 0) {
      this.commands.choose(empty);
    }
  }
}

/**
 * A question with a blank before what is typed at it.
 * @param {string} text
 */
function withBlank(text) {
  return /\s$/.test(text) ? text : `${text} `;
}
