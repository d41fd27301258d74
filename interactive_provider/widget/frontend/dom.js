// Making and changing elements. Everything a game says is set as text, never as markup.

import { activeIn } from "./environment.js";

const SVG = "http://www.w3.org/2000/svg";

/** The attribute by which JupyterLab leaves keys to an element. */
export const OWN_KEYS = "data-lm-suppress-shortcuts";

/** @type {WeakMap<Node, string>} */
const contents = new WeakMap(); // what each node shows that was built by `update`

/**
 * The tag at the beginning of a selector.
 * @template {string} S
 * @typedef {S extends `${infer T}[${string}` ? Tag<T>
 *   : S extends `${infer T}.${string}` ? T : S} Tag
 */
/**
 * @template {string} S
 * @typedef {Tag<S> extends keyof HTMLElementTagNameMap
 *   ? HTMLElementTagNameMap[Tag<S>] : HTMLElement} Made
 */
/** @typedef {Node | string | Record<string, string>} Inner a child, or attributes */

// A class or an attribute of a selector.
const MARK = /\.([\w-]+)|\[([\w-]+)=?([^\]]*)\]/g;

/**
 * An element, by what a selector of CSS would say of it: `make("p.ip-note[dir=auto]", "words")`.
 * @template {string} S
 * @param {S} selector
 * @param {Inner[]} inner
 */
export function make(selector, ...inner) {
  const element = document.createElement(tagOf(selector));
  return /** @type {Made<S>} */ (dress(element, selector, inner));
}

/**
 * A shape of SVG.
 * @param {string} selector
 * @param {Inner[]} inner
 */
export function svg(selector, ...inner) {
  return dress(document.createElementNS(SVG, tagOf(selector)), selector, inner);
}

/**
 * Whatever takes the focus must keep the notebook's own one-letter commands from acting on it.
 * @template {string} S
 * @param {S} selector
 * @param {Inner[]} inner
 */
export function focusable(selector, ...inner) {
  return make(selector, { [OWN_KEYS]: "true" }, ...inner);
}

/** @param {string} selector */
function tagOf(selector) {
  return selector.split(/[.[]/, 1)[0];
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {string} selector
 * @param {Inner[]} inner
 */
function dress(element, selector, inner) {
  for (const [, name, attribute, value] of selector.matchAll(MARK)) {
    if (name) {
      element.classList.add(name);
    } else {
      element.setAttribute(attribute, value);
    }
  }
  for (const part of inner) {
    if (typeof part === "string" || part instanceof Node) {
      element.append(part);
    } else {
      Object.entries(part).forEach((pair) => element.setAttribute(...pair));
    }
  }
  return element;
}

/**
 * A field for words that no browser corrects.
 * @param {string} marks what a selector says of it besides
 */
export function textField(marks) {
  const field = `input[type=text][autocomplete=off][spellcheck=false]${marks}`;
  return /** @type {HTMLInputElement} */ (focusable(field));
}

/**
 * Write a text where another one stands; what stays as it is costs the browser nothing.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/**
 * Show items in an element that contains nothing else. One that is as it was keeps what was built
 * for it, with its focus and its place in a screen reader; the focus of one that is gone goes to
 * what stands in its place.
 * @template T
 * @param {HTMLElement} host
 * @param {T[]} items
 * @param {(item: T) => HTMLElement | Text} build
 */
export function update(host, items, build) {
  const active = activeIn(host);
  const left = /** @type {(HTMLElement | Text)[]} */ ([...host.childNodes]);
  const place = left.findIndex((node) => node === active);
  const now = items.map((item) => {
    const content = JSON.stringify(item);
    const at = left.findIndex((node) => contents.get(node) === content);
    const node = at < 0 ? build(item) : left.splice(at, 1)[0];
    contents.set(node, content);
    return node;
  });
  for (const node of left) {
    node.remove();
  }
  now.forEach((node, at) => {
    if (host.childNodes[at] !== node) {
      host.insertBefore(node, host.childNodes[at] ?? null);
    }
  });
  const next = now[place];
  if (active && !active.isConnected && next instanceof HTMLElement) {
    next.focus();
  }
  return now;
}
