// How a text is set: whether it stands in columns, and how wide it is.

import { make } from "../dom.js";

const SCREEN = 80; // columns of the screens that programs wrote for

/**
 * Whether a text is set in columns, so that its lines must not be broken.
 * @param {string} text
 */
export function isLaidOut(text) {
  const lines = text.split("\n");
  const inColumns = lines.filter((line) => line.trim().includes("  "));
  return inColumns.length > 1 && lines.every((line) => line.length <= SCREEN);
}

/** @param {string} text */
export function columnsOf(text) {
  return Math.max(...text.split("\n").map((line) => line.trimEnd().length));
}

/** @param {string} text */
export function textOf(text) {
  const classes = isLaidOut(text) ? "ip-text ip-laid-out" : "ip-text";
  return make("pre[dir=auto]", { class: classes }, text);
}

/**
 * What earlier pages say; those of a book are none of its text.
 * @param {import("../types.js").Chosen[]} transcript
 */
export function textsOf(transcript) {
  return transcript.map(({ page }) => (typeof page === "string" ? page : ""));
}
