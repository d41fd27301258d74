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

  /**
   * @param {import("../commands.js").Commands} commands
   * @param {AbortSignal} signal
   */
  constructor(commands, signal) {
    this.choose = (/** @type {number} */ index) => commands.choose(index);
    this.element = make("div.ip-pages");
    this.roll = rollOf();
    this.roll.addEventListener("wheel", () => this.#stopFollowing(), { passive: true });
    this.roll.addEventListener("pointerdown", () => this.#stopFollowing());
    this.observer = new ResizeObserver(() => this.scrollDown());
    signal.addEventListener("abort", () => this.#stopFollowing());
  }

  /** @param {View} view */
  show(view) {
    const { board, text, terminal, book, footnote, transcript, cards, outcome } = view;
    this.element.hidden = !!view.console;
    const shown = JSON.stringify([
      !!board,
      text,
      terminal,
      book,
      footnote,
      transcript,
      cards,
    ]);
    if (shown === this.shown) {
      return;
    }
    this.shown = shown;
    const isFocused = !!activeIn(this.element);
    const left = this.element.querySelector(".ip-terminal")?.scrollLeft ?? 0;
    const below = board ? splitText(text, outcome !== null).below : text;
    this.#stopFollowing();
    this.element.replaceChildren(...this.parts(view, below));
    this.element.classList.toggle("ip-code", !!board && CODE.test(below)); // stands behind "more"
    if (footnote) {
      this.element.append(make("p.ip-footnote", footnote));
    }
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
      update(this.roll, [...earlier, { page: below }], rolled);
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
    if (glass === this.roll) {
      this.follow();
    }
  }

  /** The type of a text and its width may come later: follow its end until the reader scrolls. */
  follow() {
    this.scrollDown();
    if (this.roll.lastElementChild) {
      this.observer.observe(this.roll.lastElementChild);
    }
  }

  scrollDown() {
    this.roll.scrollTop = this.roll.scrollHeight;
  }

  #stopFollowing() {
    this.observer.disconnect();
  }

  /** Whoever reads by keys is not taken to the end; the key does what it does elsewhere. */
  key() {
    this.#stopFollowing();
    return false;
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

function rollOf() {
  const attributes = {
    class: "ip-screen",
    tabindex: "0",
    role: "log",
    "aria-label": "transcript",
  };
  return focusable("div", attributes);
}

/** @param {{page?: string, chosen?: string}} item */
function rolled({ page, chosen = "" }) {
  return page === undefined ? make("p.ip-chosen", chosen) : textOf(page);
}
