// The one listener for keys of a board: which part takes a key, and when a key is the notebook's.

import { OWN_KEYS } from "./dom.js";

/** @typedef {import("./commands.js").Commands} Commands */
/**
 * A part of the page, whose `key` gives whether a key is its own.
 * @typedef {{element: Element, key: (event: KeyboardEvent) => boolean}} Part
 */

const COMPOSING = 229; // what Safari says of the Enter that ends a composed word

/**
 * Give each key to the first part in which it was pressed that takes it; the innermost parts are
 * listed first.
 * @param {HTMLElement} root
 * @param {Part[]} parts
 * @param {AbortSignal} signal
 */
export function listenForKeys(root, parts, signal) {
  root.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    // The Enter that ends a composed word is not the one that sends it.
    if (event.isComposing || event.keyCode === COMPOSING) {
      return;
    }
    if (parts.some((part) => part.element.contains(target) && part.key(event))) {
      consume(event);
    }
  });
  window.addEventListener("keydown", (event) => leaveToNotebook(root, event), {
    capture: true,
    signal,
  });
}

/** @param {Event} event */
export function consume(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** @param {KeyboardEvent} event */
export function isShortcut({ ctrlKey, altKey, metaKey }) {
  return ctrlKey || altKey || metaKey;
}

/**
 * What takes the focus keeps the notebook's one-letter commands away; those with Ctrl or Cmd (save,
 * find) stay its own, but for undo, which is the game's.
 * @param {HTMLElement} root
 * @param {KeyboardEvent} event
 */
function leaveToNotebook(root, event) {
  const target = /** @type {Element} */ (event.composedPath()[0]);
  const marked = target.closest?.(`[${OWN_KEYS}]`);
  const isCommand =
    (event.ctrlKey || event.metaKey) && event.key.length === 1 && event.key !== "z";
  if (marked && isCommand && root.contains(marked)) {
    marked.removeAttribute(OWN_KEYS);
    setTimeout(() => marked.setAttribute(OWN_KEYS, "true"));
  }
}

/**
 * Enter follows a link, as it does on every page.
 * @param {KeyboardEvent} event
 */
export function linkKey(event) {
  const target = /** @type {Element} */ (event.target);
  if (event.key !== "Enter" || !target.matches("[role=link]")) {
    return false;
  }
  target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return true;
}

/**
 * A key goes to a program that waits for one, wherever in the board it is pressed; a button's own
 * keys stay its own.
 * @param {KeyboardEvent} event
 * @param {Commands} commands
 */
export function programKey(event, commands) {
  const { keys } = commands.view;
  const { key } = event;
  const isOnButton = /** @type {Element} */ (event.target).tagName === "BUTTON";
  const isPress = isOnButton && [" ", "Enter"].includes(key);
  if (!keys || isPress || isShortcut(event)) {
    return false;
  }
  if (key in keys) {
    commands.choose(keys[key]);
  } else if (key.length === 1) {
    commands.type(key);
  } else {
    return false;
  }
  return true;
}

/**
 * What a key does in a field: it goes to a program that waits for one, and Enter sends what is
 * written. (Not a form: JupyterLab takes the Enter that would submit one.)
 * @param {KeyboardEvent} event
 * @param {HTMLInputElement} field
 * @param {Commands} commands
 * @param {() => void} send
 */
export function fieldKey(event, field, commands, send) {
  if (commands.view.keys) {
    return programKey(event, commands);
  }
  const isSent = event.target === field && event.key === "Enter";
  if (isSent && field.value.trim()) {
    send();
  }
  return isSent;
}
