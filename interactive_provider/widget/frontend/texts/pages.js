// Text without a board: rules of a lobby, what a program printed, with what was chosen in between.

import { focusable, make, update } from "../dom.js";
import { activeIn } from "../environment.js";
import { CODE, splitText } from "../panels/status.js";
import { bookOf } from "./book.js";
import { columnsOf, isLaidOut, textOf, textsOf } from "./layout.js";
import { scrollToCursor, terminalOf } from "./terminal.js";

/** @typedef {import("../types.js").View} View */

const NARROWEST = 40; // columns of a text that is shown as large as ever
const LINES = 25; // of a text that stands without a roll of its own

export class Pages {
  shown = "";

  /** @param {import("../commands.js").Commands} commands */
  constructor(commands) {
    this.choose = (/** @type {number} */ index) => commands.choose(index);
    this.element = make("div.ip-pages");
    this.roll = focusable("div.ip-screen[tabindex=0][role=log][aria-label=transcript]");
    this.turns = make("div");
    this.roll.append(this.turns);
  }

  /** @param {View} view */
  show(view) {
    const { board, text, terminal, book, footnote, transcript, cards } = view;
    const facts = [!!board, text, terminal, book, footnote, transcript, cards];
    const shown = JSON.stringify(facts);
    this.element.hidden = !!view.console;
    if (shown !== this.shown) {
      this.#redraw(view);
    }
    this.shown = shown;
  }

  /**
   * Draw all of it again; the reader's place in it stays.
   * @param {View} view
   */
  #redraw(view) {
    const { board, footnote, outcome, text, transcript } = view;
    const isFocused = !!activeIn(this.element);
    const left = this.element.querySelector(".ip-terminal")?.scrollLeft ?? 0;
    const below = board ? splitText(text, outcome !== null).below : text;
    const foot = footnote ? [make("p.ip-footnote", footnote)] : [];
    this.element.replaceChildren(...this.parts(view, below), ...foot);
    this.element.classList.toggle("ip-code", !!board && CODE.test(below)); // stands behind "more"
    const laidOut = [...textsOf(transcript), below].filter(isLaidOut);
    const widest = Math.max(...laidOut.map(columnsOf), NARROWEST);
    // By which all of it is as small as it must be.
    this.element.style.setProperty("--columns", String(widest));
    this.settle(isFocused, left);
  }

  /**
   * @param {View} view
   * @param {string} below the text, on a board what its first line leaves
   */
  parts({ board, book, cards, terminal, transcript }, below) {
    if (cards) {
      return rulesOf(below);
    }
    if (book && !board) {
      const isOpen = !!this.element.querySelector("details")?.open;
      return [bookOf(book, transcript, isOpen, this.choose)];
    }
    if (terminal) {
      return terminalOf(terminal);
    }
    if (transcript.length || isLong(below)) {
      const earlier = transcript.flatMap(({ chosen, page }) => [
        { page: String(page) },
        { chosen },
      ]);
      update(this.turns, [...earlier, { page: below }], rolled);
      return [this.roll];
    }
    return below ? [textOf(below)] : [];
  }

  /**
   * Scroll to what is new, and keep the focus.
   * @param {boolean} isFocused
   * @param {number} left how far a screen was scrolled
   */
  settle(isFocused, left) {
    const glass = this.element.querySelector(".ip-screen, .ip-terminal, .ip-leaf");
    if (glass?.matches(".ip-terminal")) {
      scrollToCursor(glass, left);
    }
    if (isFocused && glass instanceof HTMLElement) {
      glass.focus({ preventScroll: true });
    }
    this.roll.scrollTop = 0; // its end
  }
}

/** @param {string} text */
function isLong(text) {
  return text.length > LINES * 2 * NARROWEST || text.split("\n").length > LINES;
}

/**
 * The first sentence stays, the rest is folded.
 * @param {string} text
 */
function rulesOf(text) {
  const [first, ...rest] = text.split("\n\n");
  const more = rest.join("\n\n").trim();
  const lead = { class: "ip-lead", dir: "auto" };
  if (!more) {
    return [make("p", lead, first)];
  }
  const rules = make("details", focusable("summary", "Rules"), make("p", lead, more));
  return [make("p", lead, first), rules];
}

/** @param {{page?: string, chosen?: string}} item */
function rolled({ page, chosen = "" }) {
  return page === undefined ? make("p.ip-chosen", chosen) : textOf(page);
}
