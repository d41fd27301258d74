// Title, counters and the clock in one line. The clock goes on by itself between two views.

import { button, rename } from "../buttons.js";
import { make, setText } from "../dom.js";
import { Dials } from "./dials.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../commands.js").Commands} Commands */

const SHARE = /^(\d+) of (\d+)$/; // a counter that is drawn as a bar, too

export class Bar {
  #gains = new Gains();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking = undefined;

  /**
   * @param {Commands} commands
   * @param {AbortSignal} signal
   */
  constructor(commands, signal) {
    this.title = make("span.ip-title");
    this.levels = button("", () => commands.send("levels"));
    this.levels.className = "ip-levels";
    this.counters = make("span.ip-counters");
    this.clock = make("span.ip-clock[role=timer][aria-label=time]");
    this.dials = new Dials(commands);
    const heading = make("span", this.title, this.levels);
    this.element = make(
      "div.ip-bar",
      heading,
      this.counters,
      this.clock,
      this.dials.element,
    );
    signal.addEventListener("abort", () => clearInterval(this.#ticking));
  }

  /** @param {View} view */
  show({ title, level, board, clock, outcome }) {
    const counters = board?.counters ?? [];
    const hasDials = !!board?.dials;
    setText(this.title, title);
    this.levels.hidden = level === null;
    rename(this.levels, level ?? "", "levels");
    this.counters.replaceChildren(
      ...counters.map(([name, value]) => this.#counter(name, value)),
    );
    this.dials.element.hidden = !hasDials;
    this.counters.hidden = hasDials;
    this.clock.hidden = hasDials;
    if (hasDials) {
      this.dials.show(counters[0], outcome);
    }
    this.#showClock(clock);
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  #counter(name, value) {
    const counter = make("span", `${name}: `, make("b", value));
    const [, done, goal] = SHARE.exec(value) ?? [];
    if (goal) {
      counter.append(make("progress", { value: done, max: goal, "aria-label": name }));
    }
    if (name === "score") {
      counter.append(...this.#gains.of(name, Number(value.replaceAll(",", ""))));
    }
    return counter;
  }

  /** @param {View["clock"]} clock */
  #showClock(clock) {
    clearInterval(this.#ticking);
    if (!clock) {
      setText(this.clock, "");
      return;
    }
    const begin = performance.now() - 1000 * clock.seconds;
    const tick = () => {
      const seconds = (performance.now() - begin) / 1000;
      setText(this.clock, clockText(seconds));
      this.dials.showSeconds(seconds);
    };
    tick();
    if (clock.running) {
      this.#ticking = setInterval(tick, 1000);
    }
  }
}

/** Numbers that grow, each with what it has gained since it was shown last. */
export class Gains {
  /** @type {Map<string, number>} */
  #before = new Map();

  /**
   * What to write beside a number, which fades after a moment.
   * @param {string} name
   * @param {number} number
   */
  of(name, number) {
    const gain = number - (this.#before.get(name) ?? number);
    this.#before.set(name, number);
    return gain > 0 ? [make("i.ip-plus", `+${gain}`)] : [];
  }
}

/** @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, "0");
  return hours
    ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}`
    : `${minutes}:${rest}`;
}
