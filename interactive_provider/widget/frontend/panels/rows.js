// Rows of choices, and the colours of their verdicts.

import { make } from "../dom.js";

/**
 * A row of choices without them.
 * @param {string} classes
 * @param {string} group
 */
export function row(classes, group) {
  const attributes = {
    class: classes,
    role: "group",
    "aria-label": group || "choices",
  };
  return { key: group, content: classes, build: () => make("div", attributes) };
}

/**
 * @param {HTMLButtonElement} element
 * @param {number} shade of its verdict, -1 without one
 * @param {boolean} isAdvised
 */
export function shaded(element, shade, isAdvised = false) {
  if (shade >= 0) {
    element.classList.add(`ip-shade-${shade}`);
  }
  if (isAdvised) {
    element.classList.add("ip-advised");
  }
  return element;
}
