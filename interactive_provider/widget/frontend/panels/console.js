// The screen of a program that asks line by line: what it printed, what was typed at its questions, and the line that is
// being typed, all on one glass. The choices below it are one row of key caps. On a screen of placed characters the line
// stands where the cursor is.

import { activeIn, focusable, make } from "../dom.js";
import { isLaidOut, pressed } from "./panels.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../commands.js").Commands} Commands */

const AT_ONCE = 60; // characters that appear at each tick
const TICK = 16; // milliseconds

export class Console {
  /**
   * @param {Commands} commands
   * @param {HTMLElement} choices
   * @param {HTMLElement} pages where a screen of placed characters is shown
   */
  constructor(commands, choices, pages) {
    this.commands = commands;
    this.choices = choices;
    this.pages = pages;
    this.line = focusable("input", {
      type: "text", class: "ip-line", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", "aria-label": "your answer",
    });
    this.element = focusable("pre", { class: "ip-console", tabindex: "0", role: "log", "aria-label": "the program's screen", dir: "auto" });
    this.told = "";
    this.moves = -1;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.printing = undefined;
    this.finish = () => {};
    for (const glass of [this.element, pages]) {
      glass.addEventListener("keydown", (event) => this.key(event));
      glass.addEventListener("click", () => {
        this.finish();
        if (this.typesHere && !getSelection()?.toString()) this.focus();
      });
    }
    for (const done of ["input", "keyup", "click", "focus"]) this.line.addEventListener(done, () => this.place());
  }

  /** Whether an answer is typed on a screen of either kind. */
  get typesHere() { return this.element.checkVisibility() || (this.pages.contains(this.line) && !this.line.hidden); }

  /** @param {View} view */
  show(view) {
    this.element.hidden = !view.console;
    if (view.terminal) this.stand(view);
    const told = JSON.stringify([view.text, view.transcript, view.asked, view.keys, view.console]);
    if (!view.console || told === this.told) return;
    const active = activeIn(this.element), focused = !!active;
    const isNext = this.told !== "" && view.moves === this.moves + 1;
    [this.told, this.moves] = [told, view.moves];
    const pages = view.transcript.map(([, page]) => (typeof page === "string" ? page : "")); // a console shows no books
    const wide = [view.text, ...pages].some(isLaidOut) ? " ip-laid-out" : "";
    this.element.className = `ip-console ip-glass-${view.console}${wide}`;
    /** @type {(Node | string)[]} */
    const before = view.transcript.flatMap(([typed], index) => [withBlank(pages[index]), make("b", {}, typed), "\n"]);
    const last = new Text(view.asked ? withBlank(view.text) : view.text);
    if (!view.stuck) this.line.value = "";
    this.line.hidden = !view.asked || !!view.keys;
    this.element.replaceChildren(...before, last, this.line);
    this.print(last, isNext);
    this.place();
    this.marks();
    if (focused) this.focus();
  }

  /**
   * Let the line stand at the cursor of a screen of placed characters.
   * @param {View} view
   */
  stand(view) {
    const cursor = this.pages.querySelector(".ip-terminal b"), isTyped = !!view.asked && !view.keys;
    if (cursor === this.line.parentElement || !cursor) return;
    if (!view.stuck) this.line.value = "";
    this.line.hidden = !isTyped;
    const rest = new Range();
    rest.setStartBefore(cursor);
    rest.setEndAfter(/** @type {Node} */ (cursor.closest("div")));
    this.line.style.setProperty("--room", String(rest.toString().length - 1)); // letters to the end of the row
    cursor.append(this.line);
    this.place();
    this.marks();
    if (isTyped && activeIn(this.pages)) this.focus();
  }

  /**
   * Let a text appear as a teletype wrote it, unless the reader prefers less motion; any key shows the rest.
   * @param {Text} text
   * @param {boolean} isNext
   */
  print(text, isNext) {
    this.finish();
    const whole = text.data, still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const roll = () => { this.element.scrollTop = this.element.scrollHeight; };
    this.finish = () => {
      clearInterval(this.printing);
      text.data = whole;
      this.finish = () => {};
      roll();
    };
    if (!isNext || still || document.hidden || whole.length <= AT_ONCE) return this.finish();
    let shown = 0;
    const go = () => {
      shown += AT_ONCE;
      text.data = whole.slice(0, shown);
      roll();
      if (shown >= whole.length) this.finish();
    };
    this.printing = setInterval(go, TICK);
    go();
  }

  focus() { (this.line.hidden ? this.element : this.line).focus({ preventScroll: true }); }

  /** Draw the block cursor where the next character goes. */
  place() {
    this.line.style.setProperty("--long", String(this.line.value.length + 2));
    this.line.style.setProperty("--at", String(this.line.selectionStart ?? this.line.value.length));
  }

  /** Underline the first letter of each choice that no other begins with: with Alt it chooses. */
  marks() {
    for (const choice of this.choices.querySelectorAll("button")) {
      const words = choice.firstChild, letter = words?.textContent?.[0] ?? "";
      if (!(words instanceof Text) || this.begun(letter).length !== 1) continue;
      words.data = words.data.slice(1);
      choice.prepend(make("u", {}, letter));
    }
  }

  /** @param {string} letter */
  begun(letter) {
    const words = this.commands.view.options.map((option, index) => /** @type {[string, number]} */ ([option[1], index]));
    return words.filter(([word]) => word[0]?.toUpperCase() === letter.toUpperCase());
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { view } = this.commands, { key } = event;
    this.finish();
    if (view.keys) return pressed(event, this.commands);
    if (event.ctrlKey || event.metaKey || !this.typesHere) return;
    if (event.altKey) {
      const [only, ...others] = key.length === 1 ? this.begun(key) : [];
      if (only && !others.length) this.stop(event, { do: "option", index: only[1] });
    } else if (key === "Enter" && view.asked) {
      const text = this.line.value, empty = view.options.findIndex((option) => option[1] === "return");
      if (text) this.stop(event, { do: "type", text });
      else if (empty >= 0) this.stop(event, { do: "option", index: empty });
      else this.stop(event);
    } else if (key.length === 1 && event.target !== this.line) this.focus();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {{do: string, [detail: string]: unknown}} [order]
   */
  stop(event, order) {
    event.preventDefault();
    event.stopPropagation();
    if (order) this.commands.send(order);
  }
}

/**
 * A question with a blank before what is typed at it.
 * @param {string} text
 */
function withBlank(text) {
  return /\s$/.test(text) ? text : `${text} `;
}
