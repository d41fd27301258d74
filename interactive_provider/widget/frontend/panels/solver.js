// The solver that plays to the end, at a speed.

import { button, press, rename } from "../buttons.js";
import { focusable, make } from "../dom.js";

/** @typedef {import("../types.js").View} View */

/** @type {Record<string, number>} */
const SPEEDS = { slow: 1500, normal: 500, fast: 100 }; // milliseconds from one step to the next

export class Solver {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  /**
   * @param {import("../commands.js").Commands} commands
   * @param {AbortSignal} signal
   */
  constructor(commands, signal) {
    this.commands = commands;
    const speeds = Object.keys(SPEEDS).map((name) => make("option", name));
    this.speed = focusable("select[aria-label=speed]", ...speeds);
    this.speed.value = "normal";
    this.toggle = button(
      "play to the end",
      () => (this.timer ? this.stop() : this.#go()),
      "play",
    );
    this.elements = [this.toggle, this.speed];
    signal.addEventListener("abort", () => this.stop());
  }

  /** @param {View} view */
  show({ able, outcome, stuck }) {
    const isOver = outcome !== null;
    const isHidden = !able.includes("step");
    this.toggle.hidden = isHidden;
    this.speed.hidden = isHidden;
    this.toggle.disabled = isOver;
    if (this.timer && (isOver || stuck)) {
      this.stop();
    }
  }

  #go() {
    rename(this.toggle, "stop", "stop");
    press(this.toggle, true);
    if (!this.commands.isWaiting) {
      this.commands.send("step");
    }
    this.timer = setTimeout(() => this.#go(), SPEEDS[this.speed.value]);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    rename(this.toggle, "play to the end", "play");
    press(this.toggle, false);
  }
}
