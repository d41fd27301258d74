// A screen of characters in its colours, with what is told besides. Its rows are blocks: where a
// page is narrow, prose is broken and a row in columns is drawn smaller.

import { focusable, make, svg } from "../dom.js";
import { textOf } from "./layout.js";

/** @typedef {import("../types.js").Run} Run */

/** What is not prose on a screen of characters. */
const IN_COLUMNS = /\S {2,}\S|[^\p{L}\p{N}\p{P}\s$+<=>]|([-=*._])\1{9}/u;

/** @param {import("../types.js").Screen} screen */
export function terminalOf({ shape, size, style, lines, points, above, below }) {
  const code = make("code", { style: shape }, ...rowsOf(lines));
  if (points) {
    code.append(drawingOf(points));
  }
  const classes = points ? "ip-terminal ip-c7 ip-drawn" : "ip-terminal ip-c7";
  const glass = focusable(
    "pre[tabindex=0]",
    { class: classes, style: `--size:${size}` },
    code,
  );
  /** @type {HTMLElement[]} */
  const parts = [make("div.ip-monitor", make("style", style), glass)];
  if (below) {
    parts.push(textOf(below));
  }
  if (above) {
    parts.push(make("div.ip-code", textOf(above)));
  }
  return parts;
}

/** @param {Run[][]} rows */
function rowsOf(rows) {
  const written = rows.map(writtenIn);
  const last = written.findLastIndex(Boolean);
  return rows.map((runs, at) => {
    const classes = `${rowClass(written[at], at > last)} ip-c${runs.at(-1)?.colours}`;
    const attributes = { class: classes, style: `--long:${written[at].length}` };
    return make("div", attributes, ...runs.map(runOf), "\n");
  });
}

/**
 * @param {string} words
 * @param {boolean} isBelow whether nothing is written from here on
 */
function rowClass(words, isBelow) {
  if (isBelow) {
    return "ip-bottom";
  }
  return IN_COLUMNS.test(words.trimStart()) ? "" : "ip-prose";
}

/**
 * What is written in a row; the cursor counts as a character.
 * @param {Run[]} runs
 */
function writtenIn(runs) {
  const parts = runs.flatMap((run) => run.parts);
  return parts
    .map(({ text, tag }) => (tag === "b" ? "_" : text))
    .join("")
    .trimEnd();
}

/** @param {Run} run */
function runOf({ colours, parts }) {
  const shown = parts.map(({ text, tag }) => (tag ? make(tag, {}, text) : text));
  return make(`span.ip-c${colours}`, ...shown);
}

/**
 * What a program has drawn over its characters.
 * @param {import("../types.js").Points} points
 */
function drawingOf({ box, size, paths }) {
  const attributes = {
    viewBox: box,
    preserveAspectRatio: "none",
    "shape-rendering": "crispEdges",
    "aria-hidden": "true",
    style: size,
  };
  return svg(
    "svg",
    attributes,
    ...paths.map(({ colour, path }) => svg("path", { fill: colour, d: path })),
  );
}

/**
 * Leave a screen where the reader had scrolled it, unless its cursor would be out of sight.
 * @param {Element} glass
 * @param {number} left
 */
export function scrollToCursor(glass, left) {
  glass.scrollLeft = left;
  const cursor = glass.querySelector("b")?.getBoundingClientRect();
  if (!cursor) {
    return;
  }
  const shown = glass.getBoundingClientRect();
  const room = shown.width / 4;
  if (cursor.right > shown.right) {
    glass.scrollLeft += cursor.right - shown.right + room;
  } else if (cursor.left < shown.left) {
    glass.scrollLeft -= shown.left - cursor.left + room;
  }
}
