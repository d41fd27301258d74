// What the player does, sent in a queue of numbered commands that grows at its end until they are acknowledged.

/** @typedef {import("./types.js").Model} Model */

const PAGE = Math.random().toString(36).slice(2);
const PATIENCE = 700; // milliseconds without an answer until the page says that the game thinks
const GIVING_UP = 4000; // milliseconds of an idle kernel until the page says that it is not there
const LONGEST_THOUGHT = 60_000; // the same where the front end does not show what its kernel does

/**
 * What the kernel tells, with null wherever there is no value: the Python of a browser leaves it undefined.
 * @param {import("./types.js").View} view
 */
function withNull(view) {
  const entries = Object.entries(view).map(([name, value]) => [name, value ?? null]);
  return /** @type {import("./types.js").View} */ (Object.fromEntries(entries));
}

let last = 0; // the number of the last order sent from this page

export class Commands {
  /**
   * @param {Model} model
   * @param {() => void} onSend
   * @param {(isThinking: boolean, order: string) => void} onSilence
   */
  constructor(model, onSend, onSilence) {
    this.model = model;
    this.onSend = onSend;
    this.onSilence = onSilence;
    this.sent = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  get kernel() { return this.model.widget_manager?.kernel; }

  get view() { return withNull(this.model.get("_view")); }

  get waiting() { return this.sent > (this.view.done[PAGE] ?? 0); }

  /** @param {{do: string, [detail: string]: unknown}} order */
  send(order) {
    const done = this.view.done;
    const pending = this.model.get("_queue").filter((one) => one.number > (done[one.page] ?? 0));
    last = Math.max(last, done[PAGE] ?? 0) + 1;
    this.sent = last;
    this.model.set("_queue", [...pending, { page: PAGE, number: last, seen: this.view.number, ...order }]);
    this.onSend();
    this.watch(order.do, performance.now());
    try {
      this.model.save_changes();
    } catch {
      this.onSilence(false, order.do);
    }
  }

  /**
   * Tell the player, until there is an answer, whether somebody is thinking about it.
   * @param {string} order
   * @param {number} begin
   */
  watch(order, begin) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.waiting) return;
      const elapsed = performance.now() - begin, { kernel } = this;
      const isBusy = kernel ? kernel.status === "busy" && kernel.connectionStatus === "connected" : elapsed < LONGEST_THOUGHT;
      this.onSilence(isBusy || elapsed < GIVING_UP, order);
      this.watch(order, begin);
    }, PATIENCE);
  }

  stop() { clearTimeout(this.timer); }
}
