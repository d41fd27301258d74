// A page of prose: words are set as text, pictures are data, and links stand where the author put
// them.

import { focusable, make } from "../dom.js";

/** @typedef {import("../types.js").Book} Book */
/** @typedef {import("../types.js").Block} Block */
/** @typedef {import("../types.js").Chosen} Chosen */
/** @typedef {import("../types.js").Stretch} Stretch */
/** @typedef {(index: number) => void} Choose */
/** @typedef {(words: string) => (Node | string)[]} Write how the words of a page are written */

/** @type {Record<string, "em" | "strong" | "s" | "small" | "code">} */
const TAGS = {
  emphasis: "em",
  strong: "strong",
  struck: "s",
  quiet: "small",
  code: "code",
};
/** @type {Record<number, "h2" | "h3">} */
const HEADINGS = { 0: "h2", 1: "h2", 2: "h3" }; // by their level; those further down are h4
const NUMBERED_LINKS = 9; // links that a digit chooses
const DATA = /^data:image\/(png|jpeg|gif|webp);base64,/;

/**
 * The side bar, what was read so far, folded, and the page that is read now.
 * @param {Book} book
 * @param {Chosen[]} earlier
 * @param {boolean} isOpen
 * @param {Choose} choose
 */
export function bookOf(book, earlier, isOpen, choose) {
  const leaf = focusable("div.ip-leaf[tabindex=-1]");
  if (earlier.length) {
    leaf.append(foldedPages(earlier, isOpen));
  }
  leaf.append(...blocksOf(book.blocks, choose));
  const element = make("div.ip-book[dir=auto]", leaf);
  if (book.side.length) {
    element.prepend(make("div.ip-side", ...blocksOf(book.side, choose)));
  }
  return element;
}

/**
 * @param {Chosen[]} earlier
 * @param {boolean} isOpen
 */
function foldedPages(earlier, isOpen) {
  const pages = make("details", focusable("summary", "earlier pages"));
  pages.open = isOpen;
  for (const { chosen, page } of earlier) {
    pages.append(...pageBlocks(page), make("p.ip-chosen", chosen));
  }
  return pages;
}

/**
 * The blocks of an earlier page, without its links.
 * @param {Chosen["page"]} page
 */
function pageBlocks(page) {
  return blocksOf(bookBlocks(page));
}

/**
 * The numbers of the options that are links on a page.
 * @param {Book | null} book
 */
export function linkedIn(book) {
  const blocks = book ? [...book.blocks, ...book.side] : [];
  return new Set(blocks.flatMap(({ runs }) => runs.map(({ option }) => option)));
}

/**
 * The blocks of a page, be it a book's or plain text.
 * @param {Chosen["page"]} page
 * @returns {Block[]}
 */
export function bookBlocks(page) {
  if (typeof page !== "string") {
    return page.blocks;
  }
  return page.split("\n\n").map((words) => {
    const run = { words, style: "", option: -1, visited: false, data: "" };
    return { kind: "paragraph", level: 2, runs: [run] };
  });
}

/**
 * @param {Block[]} blocks
 * @param {Choose} [choose]
 * @param {Write} [write]
 */
export function blocksOf(blocks, choose, write = (words) => [words]) {
  /** @type {HTMLElement[]} */
  const shown = [];
  for (const { kind, level, runs } of blocks) {
    const parts = runs.map((run) => stretchOf(run, write, choose));
    const last = shown.at(-1);
    if (kind === "item" && last?.tagName === "UL") {
      last.append(make("li", ...parts));
    } else {
      shown.push(blockOf(kind, level, parts));
    }
  }
  return shown;
}

/**
 * @param {string} kind
 * @param {number} level
 * @param {(Node | string)[]} parts
 */
function blockOf(kind, level, parts) {
  switch (kind) {
    case "rule":
      return make("hr");
    case "item":
      return make("ul", make("li", ...parts));
    case "heading":
      return make(HEADINGS[level] ?? "h4", {}, ...parts);
    case "quotation":
      return make("blockquote", ...parts);
    default:
      return make("p", kind === "choices" ? { class: "ip-row" } : {}, ...parts);
  }
}

/**
 * @param {Stretch} run
 * @param {Write} write
 * @param {Choose} [choose]
 */
function stretchOf(run, write, choose) {
  const { option, visited } = run;
  const shown = run.style === "image" ? pictureOf(run) : styledText(run, write);
  if (option < 0 || !choose) {
    return shown;
  }
  const classes = visited ? "ip-link ip-visited" : "ip-link";
  const link = focusable("u[role=link][tabindex=0]", { class: classes }, shown);
  if (option < NUMBERED_LINKS) {
    link.dataset.key = String(option + 1);
  }
  link.addEventListener("click", () => choose(option));
  return link;
}

/** @param {Stretch} run */
function pictureOf({ words, data = "" }) {
  return DATA.test(data)
    ? make("img", { alt: words, src: data })
    : `[picture: ${words}]`;
}

/** @param {(Node | string)[]} parts */
function fragmentOf(parts) {
  const fragment = new DocumentFragment();
  fragment.append(...parts);
  return fragment;
}

/**
 * @param {Stretch} run
 * @param {Write} write
 */
function styledText({ words, style }, write) {
  /** @type {Node} */
  let shown = fragmentOf(write(words));
  for (const name of style.split(" ").filter(Boolean)) {
    const tag = TAGS[name];
    shown = tag ? make(tag, {}, shown) : make(`span.ip-ink-${name}`, shown);
  }
  return shown;
}
