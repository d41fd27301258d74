// The options that no gesture reaches, as buttons; a lobby's as cards; or the best moves, when all
// are judged.

import { button } from "../buttons.js";
import { WAYS, isWay } from "../directions.js";
import { div, make, span, update } from "../dom.js";
import { programKey } from "../keys.js";
import { linkedIn } from "../texts/book.js";
import { offers } from "../view.js";
import { bestMoves } from "./best_moves.js";
import { FILTERS, gradeOf, levelCard } from "./level_cards.js";
import { row, shaded } from "./rows.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../dom.js").Entry} Entry */
/** @typedef {Entry & {choices: Entry[]}} Row */

const ROOM = 92; // pixels that are kept for choices at most
const LONGEST_FACTS = 44; // characters of what is said of a choice that stand on its button

export class Options {
  room = 0; // pixels that are kept

  /** @param {import("../commands.js").Commands} commands */
  constructor(commands) {
    this.commands = commands;
    this.element = div("ip-options");
  }

  /** @param {View} view */
  show(view) {
    const options = view.asking ? [] : view.options;
    // At the end the place of what could be chosen stays: nothing below it moves.
    const isOver = view.outcome !== null && !!view.board && !options.length;
    const isRanked =
      view.worth.length > 0 && offers(view.board, "ranking") && !view.asking;
    this.element.classList.toggle("ip-gone", isOver);
    if (isRanked) {
      this.#showRows([bestMoves(view, this.commands)]);
    } else if (!isOver) {
      this.#showRows(this.rows({ ...view, options }));
    }
    this.#keepRoom(view);
  }

  /**
   * What stands below the choices does not move when they come and go.
   * @param {View} view
   */
  #keepRoom({ board, moves, later }) {
    const isPlayed = board && moves + later > 0;
    this.room = isPlayed
      ? Math.min(Math.max(this.room, this.element.offsetHeight), ROOM)
      : 0;
    this.element.style.minHeight = this.room ? `${this.room}px` : "";
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return programKey(event, this.commands);
  }

  focus() {
    this.element.querySelector("button")?.focus();
  }

  /** @param {Row[]} rows */
  #showRows(rows) {
    const elements = update(this.element, rows);
    rows.forEach(({ choices }, at) =>
      update(/** @type {HTMLElement} */ (elements[at]), choices),
    );
  }

  /**
   * @param {View} view
   * @returns {Row[]}
   */
  rows(view) {
    const rows = isCompass(view) ? [this.#compass(view)] : this.#groups(view);
    if (view.more) {
      const words = `… and ${view.more} more, which the Tab key lists`;
      rows.push({
        key: "more",
        content: words,
        build: () => make("div", {}, words),
        choices: [],
      });
    }
    return rows;
  }

  /** @param {View} view */
  #groups(view) {
    const links = linkedIn(view.book);
    /** @type {Map<string, Entry[]>} */
    const groups = new Map();
    view.options.forEach((choice, index) => {
      if (!links.has(index)) {
        const { group, entry } = this.choice(view, choice, index);
        groups.set(group, [...(groups.get(group) ?? []), entry]);
      }
    });
    return [...groups].map(([group, choices]) => rowOf(view, group, choices));
  }

  /**
   * @param {View} view
   * @param {Choice} choice
   * @param {number} index
   */
  choice(view, choice, index) {
    const choose = () => this.commands.choose(index);
    if (view.cards && choice.group !== FILTERS) {
      return levelCard(view, choice, index, choose);
    }
    const letter = hasLetter(view, choice);
    const entry = {
      key: `${choice.group} ${choice.words}`,
      content: JSON.stringify([choice, index, letter]),
      build: () => choiceButton(choice, letter, choose),
    };
    return { group: choice.group, entry };
  }

  /**
   * The directions, one button each.
   * @param {View} view
   * @returns {Row}
   */
  #compass({ options }) {
    const choices = WAYS.map((way) => {
      const index = options.findIndex(({ words }) => words === way);
      const build = () =>
        wayButton(way, options[index], () => this.commands.choose(index));
      return {
        key: way,
        content: JSON.stringify([options[index] ?? null, index]),
        build,
      };
    });
    return { ...row("ip-group ip-ways", ""), choices };
  }
}

/**
 * @param {View} view
 * @param {string} group
 * @param {Entry[]} choices
 */
function rowOf(view, group, choices) {
  const heading = {
    key: "",
    content: group,
    build: () => span("ip-group-name", group),
  };
  const isNumbers =
    view.cards &&
    view.options.some(({ words }) => gradeOf(view, words).group === group);
  const plain = view.cards && group !== FILTERS ? "ip-cards" : "ip-group";
  return {
    ...row(group && isNumbers ? "ip-group ip-numbers" : plain, group),
    choices: group ? [heading, ...choices] : choices,
  };
}

/** @param {View} view */
function isCompass({ cards, options }) {
  return (
    !cards &&
    options.length > 0 &&
    options.every(({ group, words }) => !group && isWay(words))
  );
}

/**
 * Where an answer is typed on a screen, Alt and the first letter of a choice take it if no other
 * begins with that.
 * @param {View} view
 * @param {Choice} choice
 */
function hasLetter(view, { words }) {
  const isTyped =
    view.console || view.terminal?.rows.some((runs) => runs.some(hasCursor));
  return !!isTyped && choicesAt(view, words.charAt(0)).length === 1;
}

/** @param {import("../types.js").Run} run */
function hasCursor({ parts }) {
  return parts.some(({ tag }) => tag === "b");
}

/**
 * The numbers of the choices that begin with a letter.
 * @param {View} view
 * @param {string} letter
 */
export function choicesAt({ options }, letter) {
  const begins = ({ words = "" }) =>
    words.charAt(0).toUpperCase() === letter.toUpperCase();
  return options.flatMap((option, index) => (letter && begins(option) ? [index] : []));
}

/**
 * @param {Choice} choice
 * @param {boolean} hasLetterOf whether its first letter is underlined
 * @param {() => void} choose
 */
function choiceButton(choice, hasLetterOf, choose) {
  const { group, words, verdict, shade, advised, facts } = choice;
  const label = verdict ? `${words} · ${verdict}` : words;
  const element = button(hasLetterOf ? label.slice(1) : label, choose);
  if (hasLetterOf) {
    element.prepend(make("u", {}, label.charAt(0)));
  }
  if (facts.length > LONGEST_FACTS) {
    element.title = facts;
  } else if (facts) {
    element.append(" ", make("small", {}, facts));
  }
  if (group === FILTERS) {
    element.ariaPressed = String(advised);
  }
  return shaded(element, shade, advised);
}

/**
 * A direction that is closed keeps its button's place: what was aimed at one is not to hit another.
 * @param {string} way
 * @param {Choice | undefined} choice
 * @param {() => void} choose
 */
function wayButton(way, choice, choose) {
  const element = button(way, choose);
  if (!choice) {
    element.disabled = true;
    return element;
  }
  const { verdict, shade, advised } = choice;
  element.append(make("small", {}, /\d+/.exec(verdict)?.[0] ?? verdict));
  element.title = verdict;
  return shaded(element, shade, advised);
}
