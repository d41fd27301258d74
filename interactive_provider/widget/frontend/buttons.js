// Buttons: with words, or with an icon whose words stand beside it if there is room and are always
// its name.

import { focusable, make } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("./icons.js").Icon} Icon */

/**
 * @param {string} words
 * @param {() => void} action
 * @param {Icon} [picture] without one the words alone are shown
 */
export function button(words, action, picture) {
  const element = focusable("button[type=button]");
  if (picture) {
    rename(element, words, picture);
  } else {
    element.append(words);
  }
  element.addEventListener("click", action);
  return element;
}

/**
 * Give a button another icon and name.
 * @param {HTMLButtonElement} element
 * @param {string} words
 * @param {Icon} picture
 */
export function rename(element, words, picture) {
  if (element.title !== words || !element.firstChild) {
    name(element, words);
    element.replaceChildren(icon(picture), make("span.ip-words-of", words));
  }
}

/**
 * Say what a button does that shows something else than words.
 * @param {HTMLElement} element
 * @param {string} words
 */
export function name(element, words) {
  element.ariaLabel = words;
  element.title = words;
}

/**
 * A button that is on or off.
 * @param {string} words
 * @param {(isOn: boolean) => void} action
 * @param {Icon} [picture]
 */
export function toggle(words, action, picture) {
  const element = button(
    words,
    () => {
      press(element, !isPressed(element));
      action(isPressed(element));
    },
    picture,
  );
  press(element, false);
  return element;
}

/**
 * Turn a button on or off.
 * @param {HTMLButtonElement} element
 * @param {boolean} isOn
 */
export function press(element, isOn) {
  element.ariaPressed = String(isOn);
}

/** @param {HTMLButtonElement} element */
export function isPressed(element) {
  return element.ariaPressed === "true";
}

/**
 * A button that shows and hides a panel.
 * @param {string} words
 * @param {Icon} picture
 */
export function unfolding(words, picture) {
  const panel = make("div.ip-panel[hidden]");
  const element = button(
    words,
    () => {
      panel.hidden = !panel.hidden;
      element.ariaExpanded = String(!panel.hidden);
    },
    picture,
  );
  element.ariaExpanded = "false";
  return { panel, toggle: element };
}
