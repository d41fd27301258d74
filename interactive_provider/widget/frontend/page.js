// What a front end calls. The style sheet comes after the program, since like compresses well
// beside like.

import { App } from "./app.js";
import { STYLE } from "./styles/style.js";

/**
 * Show a board; gives what ends it.
 * @param {{model: import("./types.js").Model, el: HTMLElement}} context
 */
export function render({ model, el }) {
  const stopper = new AbortController();
  new App(model, stopper.signal).open(STYLE, el);
  return () => stopper.abort();
}
