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
 * How a story's words are written: its first line in bold if it is the name of a room, nouns as
 * links.
 * @param {Set<string>} rooms
 * @param {RegExp | null} nouns
 * @param {(noun: string) => void} open
 * @returns {import("./book.js").Write}
 */
export function writer(rooms, nouns, open) {
  return (words) => {
    const [first] = words.split("\n");
    const hasRoom = rooms.has(first) && words !== first;
    const rest = hasRoom ? words.slice(first.length + 1) : words;
    const written = nouns ? linked(rest, nouns, open) : [rest];
    return hasRoom ? [make("b", first), ...written] : written;
  };
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
