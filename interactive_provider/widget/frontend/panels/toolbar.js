// A row of buttons as one Tab stop: arrows, Home and End walk from one to the next, as the toolbar pattern of ARIA says.

import { activeIn } from "../dom.js";

const NEXT = /** @type {Record<string, (at: number, count: number) => number>} */ ({
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
});

/**
 * Make a row one Tab stop; what comes back is to be called whenever its items may have been hidden or disabled.
 * @param {HTMLElement} row
 */
export function toolbar(row) {
  const items = () => /** @type {HTMLElement[]} */ ([...row.querySelectorAll("button, code")])
    .filter((item) => !item.hidden && !(/** @type {HTMLButtonElement} */ (item).disabled) && getComputedStyle(item).display !== "none");
  /** @type {HTMLElement | null} */
  let stop = null;
  const settle = () => {
    const active = activeIn(row), usable = items();
    if (!stop || !usable.includes(stop)) stop = usable[0] ?? null;
    for (const item of row.querySelectorAll("button, code")) /** @type {HTMLElement} */ (item).tabIndex = item === stop ? 0 : -1;
    // A button that can be pressed no more would take the focus with it.
    if (active && !usable.includes(/** @type {HTMLElement} */ (active))) stop?.focus();
  };
  row.addEventListener("focusin", (event) => {
    stop = /** @type {HTMLElement} */ (event.target);
    settle();
  });
  row.addEventListener("keydown", (event) => {
    const usable = items(), at = usable.indexOf(/** @type {HTMLElement} */ (event.target)), step = NEXT[event.key];
    if (at < 0 || !step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    usable[step(at, usable.length)].focus();
  });
  return settle;
}
