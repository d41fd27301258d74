// A page of prose: words are set as text, pictures are data, and links stand where the author put them.

import { focusable, make } from "../dom.js";

/** @typedef {import("../types.js").Book} Book */
/** @typedef {import("../types.js").Block} Block */
/** @typedef {import("../types.js").Stretch} Stretch */
/** @typedef {(index: number) => void} Choose */

/** @type {Record<string, "em" | "strong" | "s" | "small" | "code">} */
const TAGS = { emphasis: "em", strong: "strong", struck: "s", quiet: "small", code: "code" };
const NUMBERED_LINKS = 9; // links that a digit chooses
const DATA = /^data:image\/(png|jpeg|gif|webp);base64,/;

/**
 * The side bar, what was read so far, folded, and the page that is read now.
 * @param {Book} book
 * @param {[string, Book | string][]} earlier
 * @param {boolean} open
 * @param {Choose} choose
 */
export function bookOf(book, earlier, open, choose) {
  const read = make("details", open ? { open: "" } : {}, focusable("summary", {}, "what was read"));
  for (const [chosen, page] of earlier)
    read.append(...blocksOf(typeof page === "string" ? asBook(page) : page.blocks), make("p", { class: "ip-chosen" }, chosen));
  const leaf = focusable("div", { class: "ip-leaf", tabindex: "-1" }, ...(earlier.length ? [read] : []), ...blocksOf(book.blocks, choose));
  const side = book.side.length ? [make("div", { class: "ip-side" }, ...blocksOf(book.side, choose))] : [];
  return make("div", { class: "ip-book", dir: "auto" }, ...side, leaf);
}

/**
 * The numbers of the options that are links on a page.
 * @param {Book | null} book
 */
export function linkedIn(book) {
  const blocks = book ? [...book.blocks, ...book.side] : [];
  return new Set(blocks.flatMap(([, , runs]) => runs.map((run) => run[2])));
}

/**
 * A digit chooses the option of that number, wherever on the page it is pressed but in a field.
 * @param {KeyboardEvent} event
 * @param {import("../commands.js").Commands} commands
 */
export function digit(event, commands) {
  const { book, keys, options } = commands.view, index = Number(event.key) - 1;
  if (!book || keys || event.ctrlKey || event.altKey || event.metaKey) return;
  const field = /** @type {Element} */ (event.target).matches("input, select, textarea");
  if (field || !/^[1-9]$/.test(event.key) || index >= options.length) return;
  event.preventDefault();
  event.stopPropagation();
  commands.send({ do: "option", index });
}

/**
 * @param {string} text
 * @returns {Block[]}
 */
export function asBook(text) {
  return text.split("\n\n").map((words) => ["paragraph", 2, [[words, "", -1, false]]]);
}

/**
 * @param {Block[]} blocks
 * @param {Choose} [choose]
 */
export function blocksOf(blocks, choose) {
  /** @type {HTMLElement[]} */
  const shown = [];
  for (const [kind, level, runs] of blocks) {
    const parts = runs.map((run) => stretch(run, choose)), last = shown.at(-1);
    if (kind === "rule") shown.push(make("hr"));
    else if (kind === "item" && last?.tagName === "UL") last.append(make("li", {}, ...parts));
    else if (kind === "item") shown.push(make("ul", {}, make("li", {}, ...parts)));
    else if (kind === "heading") shown.push(make(level < 2 ? "h2" : level === 2 ? "h3" : "h4", {}, ...parts));
    else if (kind === "quotation") shown.push(make("blockquote", {}, ...parts));
    else shown.push(make("p", kind === "choices" ? { class: "ip-row" } : {}, ...parts));
  }
  return shown;
}

/**
 * @param {Stretch} run
 * @param {Choose} [choose]
 */
function stretch([words, style, index, visited, data], choose) {
  /** @type {Node} */
  let shown = document.createTextNode(words);
  if (style === "image") shown = DATA.test(data ?? "")
    ? make("img", { alt: words, src: data ?? "" }) : document.createTextNode(`[picture: ${words}]`);
  else for (const name of style.split(" ").filter(Boolean))
    shown = TAGS[name] ? make(TAGS[name], {}, shown) : make("span", { class: `ip-ink-${name}` }, shown);
  if (index < 0 || !choose) return shown;
  const link = focusable("u", { class: visited ? "ip-link ip-visited" : "ip-link", role: "link", tabindex: "0" }, shown);
  if (index < NUMBERED_LINKS) link.dataset.key = String(index + 1);
  link.addEventListener("click", () => choose(index));
  link.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    choose(index);
  });
  return link;
}
