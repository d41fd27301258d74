// A row of buttons as one Tab stop: arrows, Home and End walk from one to the next, as the toolbar
// pattern of ARIA says.

import { activeIn } from "../environment.js";
import { isShortcut } from "../keys.js";

const NEXT = /** @type {Record<string, (at: number, count: number) => number>} */ ({
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
});

export class Toolbar {
  /** @type {HTMLElement | null} */
  stop = null; // where the Tab key stops

  /** @param {HTMLElement} row */
  constructor(row) {
    this.element = row;
    row.addEventListener("focusin", (event) => {
      this.stop = /** @type {HTMLElement} */ (event.target);
      this.settle();
    });
  }

  #items() {
    return /** @type {HTMLElement[]} */ ([
      ...this.element.querySelectorAll("button, code"),
    ]);
  }

  #usable() {
    return this.#items().filter((item) => {
      const isShown = !item.hidden && getComputedStyle(item).display !== "none";
      return isShown && !(/** @type {HTMLButtonElement} */ (item).disabled);
    });
  }

  /** Keep one stop; to be called whenever items may have been hidden or disabled. */
  settle() {
    const active = activeIn(this.element);
    const usable = this.#usable();
    if (!this.stop || !usable.includes(this.stop)) {
      this.stop = usable[0] ?? null;
    }
    for (const item of this.#items()) {
      item.tabIndex = item === this.stop ? 0 : -1;
    }
    // A button that can be pressed no more would take the focus with it.
    if (active && !usable.includes(/** @type {HTMLElement} */ (active))) {
      this.stop?.focus();
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const usable = this.#usable();
    const at = usable.indexOf(/** @type {HTMLElement} */ (event.target));
    const step = NEXT[event.key];
    if (at < 0 || !step || isShortcut(event)) {
      return false;
    }
    usable[step(at, usable.length)].focus();
    return true;
  }
}
