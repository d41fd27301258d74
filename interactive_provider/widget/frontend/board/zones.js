// A table on which things lie in zones: their names, a walk through them by arrows, and cards that
// are chosen together.

import { button } from "../buttons.js";
import { make, setText } from "../dom.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Zone} Zone */

const SUIT = /^(.+)([♠♥♦♣●★▲◆■])$/u; // a card's text that ends in its suit
const SAME_ROW = 8; // pixels that the middles of cards in a row may lie apart

/**
 * What is written in a cell: on a table the suit stands below the rank.
 * @param {string} sign
 * @param {boolean} isCard
 */
export function faceOf(sign, isCard) {
  const [, rank = "", suit = ""] = (isCard && SUIT.exec(sign)) || [];
  return suit ? [rank, make("i", { "data-suit": suit }, suit)] : [sign];
}

/**
 * Divide the rows of a table by the sides on which they lie.
 * @param {HTMLTableRowElement[]} rows
 * @param {Zone[]} zones
 */
export function sidesOf(rows, zones) {
  /** @type {HTMLElement[]} */
  const sides = [];
  rows.forEach((row, number) => {
    const name = `ip-side-${zones[number].side}`;
    if (sides.at(-1)?.className !== name) {
      sides.push(make("tbody", { class: name }));
    }
    sides.at(-1)?.append(row);
  });
  return sides;
}

/**
 * The card above or below a cell that is nearest to it, as they are drawn.
 * @param {Cell[]} cells
 * @param {Cell} from
 * @param {number} down 1 or -1
 */
export function nearestAcross(cells, from, down) {
  const start = middleOf(from);
  let nearest = from;
  let least = Infinity;
  for (const cell of cells.filter((one) => one.getBoundingClientRect().width)) {
    const { x, y } = middleOf(cell);
    const along = down * (y - start.y);
    const distance = 2 * along + Math.abs(x - start.x);
    if (along > SAME_ROW && distance < least) {
      nearest = cell;
      least = distance;
    }
  }
  return nearest;
}

/** @param {Element} element */
function middleOf(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/**
 * The cards of a zone that a player turns on and off, and the button that plays those that are on.
 */
export class Toggles {
  /** @type {Map<number, string>} */
  on = new Map(); // the cards that are on, each with its name
  /** @type {Zone["toggles"]} */
  words = null;

  /**
   * @param {HTMLTableRowElement} row
   * @param {(on: number[]) => void} play
   */
  constructor(row, play) {
    this.row = row;
    this.button = button("", () => play(this.#numbers()));
    this.button.classList.add("ip-together");
  }

  #numbers() {
    return [...this.on.keys()].toSorted((one, other) => one - other);
  }

  /** @returns {Cell[]} */
  cells() {
    return /** @type {Cell[]} */ ([...this.row.querySelectorAll("td")]);
  }

  /**
   * Show which cards are on; those that are not what they were are off.
   * @param {Zone["toggles"]} words
   */
  show(words) {
    this.words = words;
    this.row.classList.toggle("ip-toggles", !!words);
    this.cells().forEach((cell, number) => this.#showCard(cell, number));
    const label = words?.choices[this.#numbers().join()];
    setText(this.button, label ?? "…");
    this.button.disabled = !label;
    this.button.hidden = !words;
  }

  /**
   * @param {Cell} cell
   * @param {number} number
   */
  #showCard(cell, number) {
    const { on, words } = this;
    const label = cell.kind?.label ?? "";
    if (!words || on.get(number) !== label) {
      on.delete(number);
    }
    const isOn = on.has(number);
    cell.classList.toggle("ip-on", isOn);
    cell.ariaSelected = words && String(isOn);
    cell.dataset.word = isOn ? words?.word : "";
    if (words) {
      cell.ariaLabel = isOn ? `${label}, ${words.word}` : label;
    }
  }

  /**
   * Turn a card on or off; gives whether it is one that can be.
   * @param {Cell | undefined} cell
   */
  flip(cell) {
    const number = cell ? this.cells().indexOf(cell) : -1;
    if (!this.words || number < 0) {
      return false;
    }
    if (!this.on.delete(number)) {
      this.on.set(number, cell?.kind?.label ?? "");
    }
    this.show(this.words);
    return true;
  }

  /**
   * A number turns over the card that it counts; R and Enter play.
   * @param {string} key
   */
  key(key) {
    if (!this.words) {
      return false;
    }
    if (key === "Enter" || key.toLowerCase() === "r") {
      this.button.click();
      return true;
    }
    return /^[1-9]$/.test(key) && this.flip(this.cells()[Number(key) - 1]);
  }
}

/**
 * Write whose a zone is, how its cards lie, and the button that plays several of them.
 * @param {HTMLTableRowElement} row
 * @param {Zone} zone
 * @param {string} style
 * @param {HTMLButtonElement} play
 */
export function dressZone(row, { classes, name, note }, style, play) {
  row.className = classes;
  row.setAttribute("style", style);
  const words = [name, note && make("em", note)].filter(Boolean);
  const head = /** @type {HTMLElement} */ (row.querySelector("th"));
  head.replaceChildren(...(words.length ? [make("span", ...words)] : []));
  if (!play.hidden) {
    head.append(play);
  }
  head.hidden = !head.childElementCount;
}
