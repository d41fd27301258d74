// The levels of a lobby and the games of a catalogue as cards; many levels with numbers as rows of
// small squares.

import { name } from "../buttons.js";
import { make } from "../dom.js";
import { Grid } from "../board/grid.js";

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
    element.append(make("span.ip-minis[inert]", ...boards.map(miniature)));
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
  const grid = new Grid(make("span"));
  grid.take({ ...board, rows: [], heads: [] });
  grid.draw(board.at);
  grid.table.classList.add("ip-mini");
  grid.table.style.setProperty("--longer", `${Math.max(...board.shape)}`);
  grid.table.prepend(grid.pictures);
  return grid.table;
}
