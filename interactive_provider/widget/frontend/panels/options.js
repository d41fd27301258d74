// The options that no gesture reaches, as buttons; a lobby's as cards; or the best moves, when all
// are judged.

import { button } from "../buttons.js";
import { WAYS, directionOptions } from "../directions.js";
import { make, update } from "../dom.js";
import { programKey } from "../keys.js";
import { linkedIn } from "../texts/book.js";
import { offers } from "../view.js";
import { bestMoves } from "./best_moves.js";
import { FILTERS, dressCard, levelItem } from "./level_cards.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {[what: string, details: Record<string, unknown>]} Order */
/**
 * What stands in a row: words alone, or a button that sends an order.
 * @typedef {object} Item
 * @property {string} [heading]
 * @property {Order} [order]
 * @property {Partial<Choice> & {words: string}} [choice]
 * @property {boolean} [isLettered] whether its first letter is underlined
 * @property {boolean} [isWay]
 * @property {import("./level_cards.js").Card} [card]
 */
/** @typedef {{classes: string, group: string, items: Item[]}} Row */

const ROOM = 92; // pixels that are kept for choices at most
const LONGEST_FACTS = 44; // characters of what is said of a choice that stand on its button

export class Options {
  room = 0; // pixels that are kept

  /** @param {import("../commands.js").Commands} commands */
  constructor(commands) {
    this.commands = commands;
    this.element = make("div.ip-options");
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
      this.#showRows([bestMoves(view)]);
    } else if (!isOver) {
      this.#showRows(optionRows({ ...view, options }));
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
    const places = rows.map(({ classes, group }) => ({
      class: classes,
      "aria-label": group || "choices",
    }));
    const elements = update(this.element, places, (place) =>
      make("div[role=group]", place),
    );
    rows.forEach(({ items }, at) =>
      update(/** @type {HTMLElement} */ (elements[at]), items, (item) =>
        this.#build(item),
      ),
    );
  }

  /** @param {Item} item */
  #build({ heading, order, choice, isLettered, isWay, card }) {
    if (heading) {
      return make("span.ip-group-name", heading);
    }
    const element = button("", () => order && this.commands.send(...order));
    const { shade = -1, advised = false } = choice ?? {};
    element.disabled = !order;
    element.classList.toggle(`ip-shade-${shade}`, shade >= 0);
    element.classList.toggle("ip-advised", advised);
    if (card) {
      dressCard(element, card);
    } else if (choice && isWay) {
      dressWay(element, choice);
    } else if (choice) {
      dressChoice(element, choice, !!isLettered);
    }
    return element;
  }
}

/**
 * @param {View} view
 * @returns {Row[]}
 */
function optionRows(view) {
  const compass = compassOf(view);
  const rows = compass ? [compass] : groupsOf(view);
  const words = `… and ${view.more} more, which the Tab key lists`;
  const rest = { classes: "ip-more-words", group: "more", items: [{ heading: words }] };
  return view.more ? [...rows, rest] : rows;
}

/**
 * @param {View} view
 * @returns {Row[]}
 */
function groupsOf(view) {
  const links = linkedIn(view.book);
  const listed = view.options
    .map((choice, index) => itemOf(view, choice, index))
    .filter((_, index) => !links.has(index));
  const groups = new Set(listed.map(({ group }) => group));
  return [...groups].map((group) => {
    const items = listed.filter((one) => one.group === group).map(({ item }) => item);
    const isNumbers = items.some(({ card }) => card?.number);
    const plain = view.cards && group !== FILTERS ? "ip-cards" : "ip-group";
    return {
      classes: isNumbers ? "ip-group ip-numbers" : plain,
      group,
      items: group ? [{ heading: group }, ...items] : items,
    };
  });
}

/**
 * @param {View} view
 * @param {Choice} choice
 * @param {number} index
 * @returns {{group: string, item: Item}}
 */
function itemOf(view, choice, index) {
  const isCard = view.cards && choice.group !== FILTERS;
  const { group, ...more } = isCard
    ? levelItem(view, choice, index)
    : { group: choice.group, isLettered: hasLetter(view, choice) };
  return { group, item: { order: optionOrder(index), choice, ...more } };
}

/**
 * Options that are all directions, one button each; null for others. One that is closed keeps its
 * place: what was aimed at one is not to hit another.
 * @param {View} view
 * @returns {Row | null}
 */
function compassOf({ cards, options }) {
  const numbers = directionOptions(options);
  if (cards || !numbers || options.some(({ group }) => group)) {
    return null;
  }
  const items = WAYS.map((way) => {
    const index = numbers[way] ?? -1;
    return {
      order: index < 0 ? undefined : optionOrder(index),
      choice: options[index] ?? { words: way },
      isWay: true,
    };
  });
  return { classes: "ip-group ip-ways", group: "", items };
}

/**
 * @param {number} index
 * @returns {Order}
 */
function optionOrder(index) {
  return ["option", { index }];
}

/**
 * Where an answer is typed on a screen, Alt and the first letter of a choice take it if no other
 * begins with that.
 * @param {View} view
 * @param {Choice} choice
 */
function hasLetter(view, { words }) {
  const isTyped = !!view.console || (!!view.terminal && !!view.asked);
  return isTyped && choicesAt(view, words.charAt(0)).length === 1;
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
 * @param {HTMLButtonElement} element
 * @param {Partial<Choice> & {words: string}} choice
 * @param {boolean} isLettered whether its first letter is underlined
 */
function dressChoice(element, choice, isLettered) {
  const { group, words, verdict, advised, facts = "" } = choice;
  const label = verdict ? `${words} · ${verdict}` : words;
  if (isLettered) {
    element.append(make("u", label.charAt(0)), label.slice(1));
  } else {
    element.append(label);
  }
  if (facts.length > LONGEST_FACTS) {
    element.title = facts;
  } else if (facts) {
    element.append(" ", make("small", facts));
  }
  if (group === FILTERS) {
    element.ariaPressed = String(advised);
  }
}

/**
 * @param {HTMLButtonElement} element
 * @param {Partial<Choice> & {words: string}} choice
 */
function dressWay(element, { words, verdict }) {
  element.append(words);
  if (verdict !== undefined) {
    element.append(make("small", /\d+/.exec(verdict)?.[0] ?? verdict));
    element.title = verdict;
  }
}
