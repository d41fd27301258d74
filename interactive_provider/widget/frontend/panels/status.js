// One line above the board whose place is always kept: what the game says, a hint's reason, or how
// the game ended.

import { button, rename } from "../buttons.js";
import { make, update } from "../dom.js";
import { prefersStillness } from "../environment.js";
import { changesBetween } from "./changes.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../commands.js").Commands} Commands */

// Characters of a text of two lines that stands as a whole in the line that is always kept.
const LONGEST_TEXT = 110;
// Characters of a sentence that stands in the banner at the end of a game.
const LONGEST_ENDING = 60;
/** Not a sentence, such as a position in a notation. */
export const CODE = /\S{30}|(\w+\/){4}/;
const GONE =
  "Waiting for the kernel. If it was restarted, run %resume or the cell again.";
/** @type {Record<string, string>} */
const THINKING = {
  hint: "Thinking about a hint…",
  evaluate: "Evaluating all choices…",
  check: "Checking…",
  review: "Reviewing…",
  new: "Making a new game…",
};
/** @typedef {{words: string, tag?: string}} Part a part of the line, as text or in a tag */

export class Status {
  /** @type {View | null} */
  view = null;

  /** @param {Commands} commands */
  constructor(commands) {
    this.commands = commands;
    this.line = make("span.ip-status[role=status][aria-live=polite]");
    this.record = make("span.ip-record");
    this.again = button("new game", () => commands.send("new"), "new");
    this.again.classList.add("ip-primary");
    this.halt = button("stop", () => void commands.kernel?.interrupt(), "stop");
    this.element = make(
      "div.ip-said-line",
      this.line,
      this.record,
      this.halt,
      this.again,
    );
    /** @type {Part[]} */
    this.standing = []; // what is said as long as nothing else is
  }

  /** @param {View} view */
  show(view) {
    const { outcome, book, status, record, cards, board } = view;
    const isOver = outcome !== null;
    const caption = captionOf(view);
    const isSame = !!this.view && captionOf(this.view) === caption;
    const changes = isSame && !hasCaptions(view) ? changesBetween(this.view, view) : "";
    this.view = view;
    this.standing = isOver && !status ? endingOf(view) : [{ words: caption }];
    if (changes) {
      this.standing.push({ words: ` ${changes}`, tag: "span.ip-changes" });
    }
    this.say("");
    this.halt.hidden = true;
    delete this.element.dataset.waiting;
    delete this.element.dataset.replying;
    this.record.textContent = isOver && !status ? record : "";
    this.again.hidden = !isOver;
    rename(this.again, book ? "read again" : "new game", "new");
    this.element.hidden = cards || (!board && !caption);
    this.element.dataset.outcome = bannerOf(outcome);
  }

  /**
   * No answer has come yet: somebody is thinking about it, or nobody is there.
   * @param {boolean} isThinking
   * @param {string} command
   */
  wait(isThinking, command) {
    this.say(isThinking ? (THINKING[command] ?? "Thinking…") : GONE);
    this.element.hidden = false;
    this.element.toggleAttribute("data-waiting", isThinking);
    this.halt.hidden = !isThinking || !this.commands.kernel;
  }

  /** The player's own move is shown, and the reply is not there yet. */
  ponder() {
    this.element.dataset.replying = "";
  }

  /**
   * Say something for a while; without words, what stood there before.
   * @param {string} words
   */
  say(words) {
    /** @type {Part[]} */
    const parts = words ? [{ words }] : this.standing;
    update(this.line, parts, (part) =>
      part.tag ? make(part.tag, part.words) : new Text(part.words),
    );
  }
}

/**
 * Whether the moments on the way to a board say what happens.
 * @param {View} view
 */
function hasCaptions({ animate, board }) {
  return (
    animate && !prefersStillness() && !!board?.frames.some(({ caption }) => caption)
  );
}

/**
 * What stands in the line: what an order has led to, else how the game ended and what it says.
 * @param {View} view
 */
function captionOf({ board, ending, outcome, status, text }) {
  const words = board ? splitText(text, outcome !== null).caption : "";
  return status || [ending, words].filter(Boolean).join(" ");
}

/** @param {View} view */
function endingOf({ board, ending, text }) {
  const words = board ? splitText(text, true).caption : "";
  return [{ words: `${ending} `, tag: "b" }, { words }];
}

/** @param {string | null} outcome */
function bannerOf(outcome) {
  if (outcome === null) {
    return "";
  }
  return ["won", "lost"].includes(outcome) ? outcome : "over";
}

/**
 * What stands above the board, and what below it: the first line, at the end of a game its first
 * sentence if short.
 * @param {string} text
 * @param {boolean} isOver
 */
export function splitText(text, isOver) {
  const [first, ...lines] = text.split("\n");
  const below = lines.join("\n").trim();
  if (isOver) {
    return splitEnding(first, below);
  }
  if (lines.length === 1 && text.length <= LONGEST_TEXT && !CODE.test(text)) {
    return { caption: text, below: "" };
  }
  return { caption: first, below };
}

/**
 * @param {string} line
 * @param {string} below
 */
function splitEnding(line, below) {
  const told = line.replace(/^(won|lost|drawn?)[:.!] */i, "");
  const end = told.search(/[.!] (?=[A-Z0-9])/);
  const sentence = end < 0 ? told : told.slice(0, end + 1);
  const more = end < 0 ? "" : told.slice(end + 2);
  // What would make the banner grow stands below the board, which is not to jump.
  if (sentence.length > LONGEST_ENDING) {
    return { caption: "", below: joined(sentence, more, below) };
  }
  return {
    caption: sentence.charAt(0).toUpperCase() + sentence.slice(1),
    below: joined(more, below),
  };
}

/** @param {string[]} lines */
function joined(...lines) {
  return lines.filter(Boolean).join("\n");
}
