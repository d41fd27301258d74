// Making and changing elements. Everything a game says is set as text, never as markup.

import { activeIn } from "./environment.js";

const SVG = "http://www.w3.org/2000/svg";

/** The attribute by which JupyterLab leaves keys to an element. */
export const OWN_KEYS = "data-lm-suppress-shortcuts";

/**
 * A part of a list: it keeps its element as long as there is one with this key and this content.
 * @typedef {{key: string, content: string, build: () => HTMLElement | Text}} Entry
 */

/** @type {WeakMap<Element, Map<string, {content: string, node: HTMLElement | Text}>>} */
const shown = new WeakMap(); // the entries that stand in an element

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/**
 * @param {string} classes
 * @param {(Node | string)[]} children
 */
export function div(classes, ...children) {
  return make("div", { class: classes }, ...children);
}

/**
 * @param {string} classes
 * @param {(Node | string)[]} children
 */
export function span(classes, ...children) {
  return make("span", { class: classes }, ...children);
}

/**
 * A shape of SVG.
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
export function svg(name, attributes, ...children) {
  return dress(document.createElementNS(SVG, name), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/**
 * Whatever takes the focus must keep the notebook's own one-letter commands from acting on it.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 */
export function focusable(tag, attributes = {}, ...children) {
  return make(tag, { [OWN_KEYS]: "true", ...attributes }, ...children);
}

/**
 * A field for words that no browser corrects.
 * @param {Record<string, string>} attributes
 */
export function textField(attributes) {
  const plain = { type: "text", autocomplete: "off", spellcheck: "false" };
  return focusable("input", { ...plain, ...attributes });
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
 * Show entries in an element that contains nothing else. What is shown already stays the same
 * element, with its focus and its place in a screen reader; the focus of one that looks otherwise
 * now goes to its successor.
 * @param {Element} host
 * @param {Entry[]} entries
 */
export function update(host, entries) {
  const before = shown.get(host) ?? new Map();
  const now = new Map();
  const active = activeIn(/** @type {HTMLElement} */ (host));
  for (const { key, content, build } of entries) {
    const old = before.get(key);
    const name = now.has(key) ? `${key} ${now.size}` : key;
    now.set(
      name,
      old?.content === content && name === key ? old : { content, node: build() },
    );
  }
  for (const [key, { node }] of before) {
    if (now.get(key)?.node !== node) {
      node.remove();
    }
  }
  const nodes = [...now.values()].map(({ node }) => node);
  nodes.forEach((node, at) => {
    if (host.childNodes[at] !== node) {
      host.insertBefore(node, host.childNodes[at] ?? null);
    }
  });
  shown.set(host, now);
  const [key] = [...before].find(([, { node }]) => node === active) ?? [];
  if (active && !active.isConnected) {
    now.get(key)?.node.focus();
  }
  return nodes;
}
