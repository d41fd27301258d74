// The map of a story: rooms and the ways between them, and a dotted end for each way that has not
// been taken.

import { COMPASS, offsetOf } from "../directions.js";
import { OWN_KEYS, svg } from "../dom.js";

/** @typedef {import("../types.js").Chart} Chart */
/** @typedef {import("../types.js").Room} Room */
/** @typedef {{x: number, y: number}} Point */

const ACROSS = 170; // from room to room
const ALONG = 62;
const HIGH = 30; // a room's height
const LEAST_WIDTH = 380; // of the map across, so that few rooms are not drawn large
const LETTER = 7.6; // pixels across, at most
const ROOM_GAP = 12; // between two rooms at least
const MARGIN = 12; // on both sides of a room's name
const UNTRIED = { across: 0.52, along: 0.6 }; // of the way to the next room

/**
 * @param {Chart} chart
 * @param {(words: string) => void} type
 */
export function mapOf(chart, type) {
  const { rooms, ways, here } = chart;
  const middles = middlesOf(rooms);
  const paths = ways.map(({ start, end }) => path(middles[start], middles[end]));
  const boxes = rooms.map(({ name }, at) => {
    const steps = wayTo(ways, here, at);
    const room = roomOf(name, middles[at], at === here, steps.length > 0);
    room.addEventListener("click", () => steps.forEach(type));
    return room;
  });
  const attributes = {
    viewBox: boxAround(middles),
    role: "group",
    "aria-label": `map: you are at ${rooms[here]?.name}`,
  };
  return svg(
    "svg",
    attributes,
    ...paths,
    ...untriedWays(chart, middles[here]),
    ...boxes,
  );
}

/**
 * @param {Room[]} rooms
 * @returns {Point[]}
 */
function middlesOf(rooms) {
  const left = Math.min(...rooms.map(({ column }) => column));
  const top = Math.min(...rooms.map(({ row }) => row));
  return rooms.map(({ row, column }) => ({
    x: (column - left) * ACROSS,
    y: (row - top) * ALONG,
  }));
}

/** @param {Point[]} middles */
function boxAround(middles) {
  const right = Math.max(...middles.map(({ x }) => x));
  const bottom = Math.max(...middles.map(({ y }) => y));
  const wide = Math.max(right + ACROSS * 1.2, LEAST_WIDTH);
  const high = Math.max(bottom + ALONG * 1.4, LEAST_WIDTH * 0.58);
  return `${(right - wide) / 2} ${(bottom - high) / 2} ${wide} ${high}`;
}

/**
 * @param {Point} start
 * @param {Point} end
 */
function path(start, end) {
  return svg("path.ip-path", { d: `M${start.x},${start.y}L${end.x},${end.y}` });
}

/**
 * @param {Chart} chart
 * @param {Point} from
 */
function untriedWays({ exits, ways, here }, from) {
  const taken = new Set(
    ways.filter(({ start }) => start === here).map(({ words }) => words),
  );
  const open = exits.filter((way) => !taken.has(way) && COMPASS.includes(way));
  return open.map((way) => {
    const { across, along } = offsetOf(way);
    const end = `${across * ACROSS * UNTRIED.across} ${along * ALONG * UNTRIED.along}`;
    return svg("path.ip-path.ip-untried", { d: `M${from.x} ${from.y}l${end}` });
  });
}

/**
 * A room; one that can be gone to is a link, for the mouse and for the keys.
 * @param {string} name
 * @param {Point} middle
 * @param {boolean} isHere
 * @param {boolean} isLink
 */
function roomOf(name, { x, y }, isHere, isLink) {
  const length = name.length * LETTER;
  const wide = Math.min(length + 2 * MARGIN, ACROSS - ROOM_GAP);
  const words = svg("text", { x: `${x}`, y: `${y}` }, name);
  if (length + MARGIN > wide) {
    words.setAttribute("textLength", `${wide - 8}`);
    words.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  const box = { x: `${x - wide / 2}`, y: `${y - HIGH / 2}`, width: `${wide}` };
  const link = { role: "link", tabindex: "0", "aria-label": `go to ${name}` };
  return svg(
    isHere ? "g.ip-here" : "g",
    isLink ? { ...link, [OWN_KEYS]: "true" } : {},
    svg(`rect[rx=5][height=${HIGH}]`, box),
    words,
  );
}

/**
 * What to type from one room to another by ways that were taken, nothing if there is none.
 * @param {Chart["ways"]} ways
 * @param {number} from
 * @param {number} to
 */
export function wayTo(ways, from, to) {
  /** @type {Map<number, string[]>} */
  const found = new Map([[from, []]]);
  for (const [room, steps] of found) {
    for (const { start, end, words } of ways) {
      if (start === room && !found.has(end)) {
        found.set(end, [...steps, words]);
      }
    }
  }
  return found.get(to) ?? [];
}
