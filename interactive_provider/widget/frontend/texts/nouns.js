// The words of a story that can be pressed: names of rooms are set in bold, nouns that the story
// understands are links.

import { focusable, make } from "../dom.js";

const SHORTEST = 3; // letters of a noun

/**
 * A pattern that finds the nouns, the longest first; null without any.
 * @param {string[]} nouns
 */
export function nounPattern(nouns) {
  const words = [...new Set(nouns)].filter((noun) => noun.length >= SHORTEST);
  words.sort((one, other) => other.length - one.length);
  const literal = words.map((noun) => noun.replace(/\W/g, "\\$&"));
  return words.length ? new RegExp(`\\b(?:${literal.join("|")})\\b`, "i") : null;
}

/**
 * Mark the names of rooms and the nouns in a text that is shown.
 * @param {HTMLElement} turn
 * @param {Set<string>} rooms
 * @param {RegExp | null} nouns
 * @param {(noun: string) => void} open
 */
export function link(turn, rooms, nouns, open) {
  for (const text of textsIn(turn)) {
    const rest = markRoom(text, rooms);
    if (nouns) {
      rest.replaceWith(...linked(rest.data, nouns, open));
    }
  }
}

/** @param {HTMLElement} turn */
function textsIn(turn) {
  const walker = document.createTreeWalker(turn, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    texts.push(/** @type {Text} */ (walker.currentNode));
  }
  return texts;
}

/**
 * Set the first line in bold if it is the name of a room; gives the rest.
 * @param {Text} text
 * @param {Set<string>} rooms
 */
function markRoom(text, rooms) {
  const [first] = text.data.split("\n");
  if (!rooms.has(first) || text.data === first) {
    return text;
  }
  const rest = text.splitText(first.length + 1);
  text.replaceWith(make("b", first));
  return rest;
}

/**
 * A text with its nouns as links.
 * @param {string} text
 * @param {RegExp} nouns
 * @param {(noun: string) => void} open
 * @returns {(Node | string)[]}
 */
function linked(text, nouns, open) {
  const found = nouns.exec(text);
  if (!found) {
    return [text];
  }
  const [noun] = found;
  const element = focusable("u[role=link][tabindex=0]", noun);
  element.addEventListener("click", () => open(noun));
  const after = text.slice(found.index + noun.length);
  return [text.slice(0, found.index), element, ...linked(after, nouns, open)];
}
