// The levels of a lobby and the games of a catalogue as cards; many levels with numbers as rows of
// small squares.

import { button, name } from "../buttons.js";
import { make, span } from "../dom.js";
import { kindAt } from "../view.js";
import { faceOf, sidesOf } from "../board/zones.js";
import { pictureRules } from "../styles/sheets.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Choice} Choice */

const MANY = 12; // levels of which those with a number become a row of small squares
export const FILTERS = "show"; // the group of the buttons above a hall
const NUMBERED = /^(.+?)[ _]0*(\d+)$/;

/**
 * The group that a level with a number belongs to.
 * @param {View} view
 * @param {string} words
 */
export function gradeOf({ options }, words) {
  const [, grade = "", number = ""] =
    (options.length > MANY && NUMBERED.exec(words)) || [];
  return { group: spaced(grade), number };
}

/**
 * @param {View} view
 * @param {Choice} choice
 * @param {number} index
 * @param {() => void} choose
 */
export function levelCard(view, choice, index, choose) {
  const { group, number } = gradeOf(view, choice.words);
  const best = view.bests[index] ?? "";
  const boards = view.thumbnails[index] ?? [];
  const excerpt = view.excerpts[index] ?? "";
  const build = () => {
    const element = button("", choose);
    if (group) {
      dressNumber(element, choice.words, number, best);
    } else {
      dressCard(element, choice, best, boards, excerpt);
    }
    element.classList.toggle("ip-advised", choice.advised);
    return element;
  };
  const content = JSON.stringify([choice, index, number, best, boards, excerpt]);
  return { group: group || choice.group, entry: { key: choice.words, content, build } };
}

/**
 * @param {HTMLButtonElement} element
 * @param {string} words
 * @param {string} number
 * @param {string} best
 */
function dressNumber(element, words, number, best) {
  element.className = best ? "ip-number ip-solved" : "ip-number";
  element.append(best ? "✓" : number);
  name(element, best ? `${spaced(words)}, solved (${best})` : spaced(words));
}

/**
 * @param {HTMLButtonElement} element
 * @param {Choice} choice
 * @param {string} best
 * @param {Board[]} boards
 * @param {string} excerpt
 */
// eslint-disable-next-line max-params -- what stands on a card, in its order
function dressCard(element, { words, facts }, best, boards, excerpt) {
  const title = spaced(words);
  element.className = "ip-level";
  if (boards.length) {
    element.append(span("ip-minis", ...boards.map(miniature)));
  } else if (excerpt) {
    element.append(span("ip-minis ip-excerpt", excerpt));
  }
  element.append(make("b", {}, title.charAt(0).toUpperCase() + title.slice(1)));
  if (facts) {
    element.append(make("small", {}, facts));
  }
  if (best) {
    element.append(make("span", { class: "ip-best", title: "your best" }, `★ ${best}`));
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
  const own = make("style", {}, pictureRules(pieces)); // the game's own pictures
  const drawn = Array.from({ length: rows }, (_, r) => miniatureRow(board, r));
  const body = zones.length ? sidesOf(drawn, zones) : [make("tbody", {}, ...drawn)];
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
