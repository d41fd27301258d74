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
  /** @param {HTMLElement} row */
  constructor(row) {
    this.element = row;
    row.addEventListener("focusin", ({ target }) =>
      this.settle(/** @type {HTMLButtonElement} */ (target)),
    );
  }

  #usable() {
    return [...this.element.querySelectorAll("button")].filter(
      (item) => !item.disabled && getComputedStyle(item).display !== "none",
    );
  }

  /**
   * Keep one stop; to be called whenever items may have been hidden or disabled.
   * @param {HTMLButtonElement | null} stop where the Tab key is to stop, else where it stops now
   */
  settle(stop = this.element.querySelector("[tabindex='0']")) {
    const active = activeIn(this.element);
    const usable = this.#usable();
    const kept = stop && usable.includes(stop) ? stop : usable[0];
    for (const item of this.element.querySelectorAll("button")) {
      item.tabIndex = item === kept ? 0 : -1;
    }
    // A button that can be pressed no more would take the focus with it.
    if (active && !usable.some((item) => item === active)) {
      kept?.focus();
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const usable = this.#usable();
    const at = usable.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const step = NEXT[event.key];
    if (at < 0 || !step || isShortcut(event)) {
      return false;
    }
    usable[step(at, usable.length)].focus();
    return true;
  }
}
