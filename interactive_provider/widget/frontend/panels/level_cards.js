// The levels of a lobby and the games of a catalogue as cards; many levels with numbers as rows of
// small squares.

import { name } from "../buttons.js";
import { make } from "../dom.js";
import { kindAt } from "../view.js";
import { faceOf, sidesOf } from "../board/zones.js";
import { pictureRules } from "../styles/sheets.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Choice} Choice */
/**
 * What a level shows; a number stands for all of it where there are many.
 * @typedef {object} Card
 * @property {string} words
 * @property {string} facts
 * @property {string} number
 * @property {string} best
 * @property {Board[]} boards
 * @property {string} excerpt
 */

const MANY = 12; // levels of which those with a number become a row of small squares
export const FILTERS = "show"; // the group of the buttons above a hall
const NUMBERED = /^(.+?)[ _]0*(\d+)$/;

/**
 * The group that a level belongs to, and its card.
 * @param {View} view
 * @param {Choice} choice
 * @param {number} index
 */
export function levelItem(view, { words, facts, group }, index) {
  const [, grade = "", number = ""] =
    (view.options.length > MANY && NUMBERED.exec(words)) || [];
  const card = {
    words: spaced(words),
    facts,
    number,
    best: view.bests[index] ?? "",
    boards: view.thumbnails[index] ?? [],
    excerpt: view.excerpts[index] ?? "",
  };
  return { group: spaced(grade) || group, card };
}

/**
 * @param {HTMLButtonElement} element
 * @param {Card} card
 */
export function dressCard(element, { words, facts, number, best, boards, excerpt }) {
  if (number) {
    element.classList.add("ip-number");
    element.classList.toggle("ip-solved", !!best);
    element.append(best ? "✓" : number);
    name(element, best ? `${words}, solved (${best})` : words);
    return;
  }
  element.classList.add("ip-level");
  if (boards.length) {
    element.append(make("span.ip-minis", ...boards.map(miniature)));
  } else if (excerpt) {
    element.append(make("span.ip-minis.ip-excerpt", excerpt));
  }
  element.append(make("b", words.charAt(0).toUpperCase() + words.slice(1)));
  if (facts) {
    element.append(make("small", facts));
  }
  if (best) {
    element.append(make("span.ip-best[title=your best]", `★ ${best}`));
  }
}

/** @param {string} words */
function spaced(words) {
  return words.replaceAll("_", " ");
}

/**
 * A small picture of a board, of the same cells and styles.
 * @param {Board} board
 */
function miniature(board) {
  const { pieces, zones } = board;
  const [rows, columns] = board.shape;
  const own = make("style", pictureRules(pieces)); // the game's own pictures
  const drawn = Array.from({ length: rows }, (_, r) => miniatureRow(board, r));
  const body = zones.length ? sidesOf(drawn, zones) : [make("tbody", ...drawn)];
  const attributes = {
    class: `${board.table} ip-grid ip-mini`,
    style: `${board.style};--longer:${Math.max(rows, columns)}`,
    "aria-hidden": "true",
  };
  return make("table", attributes, own, ...body);
}

/**
 * @param {Board} board
 * @param {number} r
 */
function miniatureRow(board, r) {
  const { indents, zones } = board;
  const columns = board.shape[1];
  const cells = Array.from({ length: columns }, (_, c) => {
    const { sign, classes } = kindAt(board, board.at, r * columns + c);
    const isDrawn = /\bip-(bare|piece)/.test(classes);
    return make(
      "td",
      { class: classes },
      ...(isDrawn ? [] : faceOf(sign, zones.length > 0)),
    );
  });
  return make(
    "tr",
    indents.length ? { style: indents[r], class: zones[r]?.classes ?? "" } : {},
    ...cells,
  );
}
