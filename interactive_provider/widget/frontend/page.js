// What a front end calls. The style sheet comes after the program, since like compresses well beside like.

import { dressed } from "./main.js";
import { STYLE } from "./styles/style.js";

/** @param {{model: import("./types.js").Model, el: HTMLElement}} context */
export const render = (context) => dressed(STYLE, context);
