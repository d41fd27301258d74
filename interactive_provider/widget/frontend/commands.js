// What the player does, sent in a queue of numbered commands that grows at its end until they are
// acknowledged.

import { readView } from "./view.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {{page: string, number: number}} Order */

const PAGE = Math.random().toString(36).slice(2);
const PATIENCE = 700; // milliseconds without an answer until the page says that the game thinks
const GIVING_UP = 4000; // milliseconds of an idle kernel until the page says that it is not there
const LONGEST_THOUGHT = 60_000; // the same if the front end does not show what its kernel does

let last = 0; // the number of the last command sent from this page

export class Commands {
  sent = 0;
  onSend = () => {};
  /** @type {(isThinking: boolean, command: string) => void} */
  onSilence = () => {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  /**
   * @param {Model} model
   * @param {AbortSignal} signal
   */
  constructor(model, signal) {
    this.model = model;
    this.view = readView(model.get("_view"));
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** Read the view that the kernel has sent. */
  receive() {
    this.view = readView(this.model.get("_view"));
    return this.view;
  }

  get kernel() {
    return this.model.widget_manager?.kernel;
  }

  /** The last command of each page that the kernel has carried out. */
  get done() {
    return this.model.get("_view").done;
  }

  get isWaiting() {
    return this.sent > (this.done[PAGE] ?? 0);
  }

  /**
   * @param {string} what
   * @param {Record<string, unknown>} [details]
   */
  send(what, details) {
    const { done } = this;
    const isPending = (/** @type {Order} */ { number, page }) =>
      number > (done[page] ?? 0);
    const pending = this.model.get("_queue").filter(isPending);
    last = Math.max(last, done[PAGE] ?? 0) + 1;
    this.sent = last;
    const sent = {
      page: PAGE,
      number: last,
      seen: this.view.number,
      do: what,
      ...details,
    };
    this.model.set("_queue", [...pending, sent]);
    this.onSend();
    this.#watch(what, performance.now());
    try {
      this.model.save_changes();
    } catch {
      this.onSilence(false, what);
    }
  }

  /** @param {number} index */
  choose(index) {
    this.send("option", { index });
  }

  /** @param {string} text */
  type(text) {
    this.send("type", { text });
  }

  /**
   * Tell the player, until there is an answer, whether somebody is thinking about it.
   * @param {string} command
   * @param {number} begin
   */
  #watch(command, begin) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.isWaiting) {
        return;
      }
      const elapsed = performance.now() - begin;
      this.onSilence(elapsed < GIVING_UP || this.#isKernelBusy(elapsed), command);
      this.#watch(command, begin);
    }, PATIENCE);
  }

  /** @param {number} elapsed milliseconds since the command */
  #isKernelBusy(elapsed) {
    const { kernel } = this;
    if (!kernel) {
      return elapsed < LONGEST_THOUGHT;
    }
    return kernel.status === "busy" && kernel.connectionStatus === "connected";
  }
}
