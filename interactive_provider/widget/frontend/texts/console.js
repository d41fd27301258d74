// The screen of a program that asks line by line: what it printed, what was typed at its questions,
// and the line that is being typed, all on one glass. The choices below it are one row of key caps.
// On a screen of placed characters the line stands where the cursor is.

import { focusable, make, textField, update } from "../dom.js";
import { activeIn, prefersStillness } from "../environment.js";
import { programKey } from "../keys.js";
import { choicesAt } from "../panels/options.js";
import { isLaidOut, textsOf } from "./layout.js";

/** @typedef {import("../types.js").View} View */

const AT_ONCE = 60; // characters that appear at each tick
const TICK = 16; // milliseconds

export class Console {
  shown = "";
  moves = -1;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #printing = undefined;
  finish = () => {};

  /**
   * @param {import("../commands.js").Commands} commands
   * @param {HTMLElement} pages where a screen of placed characters is shown
   * @param {AbortSignal} signal
   */
  constructor(commands, pages, signal) {
    this.commands = commands;
    this.pages = pages;
    this.line = lineOf();
    this.element = glassOf();
    for (const glass of [this.element, pages]) {
      glass.addEventListener("click", () => this.click());
    }
    for (const change of ["input", "keyup", "click", "focus"]) {
      this.line.addEventListener(change, () => this.place());
    }
    signal.addEventListener("abort", () => clearInterval(this.#printing));
  }

  /** Whether an answer is typed on a screen of either kind. */
  get isTyping() {
    return (
      this.element.checkVisibility() ||
      (this.pages.contains(this.line) && !this.line.hidden)
    );
  }

  click() {
    this.finish();
    if (this.isTyping && !getSelection()?.toString()) {
      this.focus();
    }
  }

  /** @param {View} view */
  show(view) {
    const { asked, keys, moves, text, transcript } = view;
    this.element.hidden = !view.console;
    if (view.terminal) {
      this.#moveToCursor(view);
    }
    const shown = JSON.stringify([text, transcript, asked, keys, view.console]);
    if (!view.console || shown === this.shown) {
      return;
    }
    const isFocused = !!activeIn(this.element);
    const isNext = this.shown !== "" && moves === this.moves + 1;
    this.shown = shown;
    this.moves = moves;
    const isWide = [text, ...textsOf(transcript)].some(isLaidOut);
    this.element.className = `ip-console ip-glass-${view.console}${isWide ? " ip-laid-out" : ""}`;
    this.#ask(view);
    this.finish();
    const said = [...textsOf(transcript), asked ? withBlank(text) : text];
    const pages = said.map((page, at) =>
      at < transcript.length ? withBlank(page) : page,
    );
    const items = pages.flatMap((page, at) => [
      { page: at ? `\n${page}` : page, move: at === transcript.length ? moves : 0 },
      { answer: transcript[at]?.chosen ?? "" },
    ]);
    const nodes = update(this.element, items, ({ page, answer }) =>
      page === undefined ? this.#answerOf(answer) : new Text(page),
    );
    this.#print(/** @type {Text} */ (nodes[nodes.length - 2]), isNext);
    this.place();
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
    this.place();
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
  #print(text, isNext) {
    const whole = text.data;
    let length = 0;
    this.finish = () => {
      clearInterval(this.#printing);
      text.data = whole;
      this.finish = () => {};
      this.scrollDown();
    };
    const printMore = () => {
      length += AT_ONCE;
      text.data = whole.slice(0, length);
      this.scrollDown();
      if (length >= whole.length) {
        this.finish();
      }
    };
    if (!isNext || prefersStillness() || document.hidden || whole.length <= AT_ONCE) {
      this.finish();
    } else {
      this.#printing = setInterval(printMore, TICK);
      printMore();
    }
  }

  scrollDown() {
    this.element.scrollTop = this.element.scrollHeight;
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
    this.finish();
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

function lineOf() {
  const attributes = { class: "ip-line", autocapitalize: "characters" };
  return textField({ ...attributes, "aria-label": "your answer" });
}

function glassOf() {
  return focusable(
    "pre.ip-console[tabindex=0][role=log][aria-label=the program's screen][dir=auto]",
  );
}

/**
 * A question with a blank before what is typed at it.
 * @param {string} text
 */
function withBlank(text) {
  return /\s$/.test(text) ? text : `${text} `;
}
