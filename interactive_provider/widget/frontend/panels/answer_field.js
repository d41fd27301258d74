// A field for a number or words.

import { button } from "../buttons.js";
import { focusable, make, setText, update } from "../dom.js";
import { fieldKey } from "../keys.js";

/** @typedef {import("../types.js").View} View */

/** @type {import("../types.js").Amounts} */
const NO_AMOUNTS = { word: "", first: -1, low: 0, high: 0, marks: [] };

export class AnswerField {
  /**
   * @param {import("../commands.js").Commands} commands
   * @param {{isTyping: boolean}} screen where answers may be typed instead
   */
  constructor(commands, screen) {
    this.commands = commands;
    this.screen = screen;
    this.question = make("span");
    this.elsewhere = make("small", "Type on the screen, Enter sends.");
    this.field = focusable("input[type=text][autocomplete=off]");
    this.slider = focusable("input[type=range][aria-label=amount]");
    this.marks = make("span.ip-group");
    this.send = button("answer", () => this.answer());
    const label = make("label", this.question, this.elsewhere, this.field);
    const classes = { class: "ip-group ip-typing", hidden: "" };
    this.element = make("div", classes, label, this.send, this.slider, this.marks);
    this.slider.addEventListener("input", () => this.set(this.slider.value));
    this.field.addEventListener("input", () => {
      this.slider.value = this.field.value;
    });
  }

  /** @param {View} view */
  show(view) {
    const { asked, board, keys, outcome, stuck } = view;
    const isOver = outcome !== null && !!board;
    const isElsewhere = this.screen.isTyping;
    const { word, first, low, high, marks } = view.amounts ?? NO_AMOUNTS;
    const range = word && `${word}: ${low} to ${high}`;
    const question = keys ? "press a key here" : asked || range;
    // At the end its place stays.
    const isShown = !!(asked || view.amounts || (isOver && !this.element.hidden));
    this.element.hidden = !!view.console || !isShown;
    this.element.classList.toggle("ip-gone", isOver);
    if (question) {
      setText(this.question, question);
    }
    this.slider.hidden = !view.amounts || isElsewhere;
    this.slider.min = String(low);
    this.slider.max = String(high);
    update(this.marks, marks, ([name, amount]) =>
      button(name, () => this.set(String(amount))),
    );
    setText(this.send, first < 0 ? "answer" : word);
    this.send.hidden = !!keys || isElsewhere;
    this.field.hidden = isElsewhere;
    this.elsewhere.hidden = !isElsewhere;
    if (!stuck) {
      this.set(first < 0 ? "" : String(low));
    }
  }

  /** @param {string} amount */
  set(amount) {
    this.slider.value = amount;
    this.field.value = amount;
  }

  answer() {
    const { amounts } = this.commands.view;
    const text = this.field.value.trim();
    const amount = Number(text);
    if (!amounts || amounts.first < 0) {
      this.commands.type(text);
    } else if (amount >= amounts.low && amount <= amounts.high) {
      this.commands.choose(amounts.first + amount - amounts.low);
    }
    this.field.select();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return fieldKey(event, this.field, this.commands, () => this.answer());
  }
}
