// What the player does, sent in a queue of numbered commands that grows at its end until they are acknowledged.

/** @typedef {import("./types.js").Model} Model */

const PAGE = Math.random().toString(36).slice(2);
const PATIENCE = 4000; // milliseconds without an answer until the player is told

let last = 0; // the number of the last order sent from this page

export class Commands {
  /**
   * @param {Model} model
   * @param {() => void} onSend
   * @param {() => void} onSilence
   */
  constructor(model, onSend, onSilence) {
    this.model = model;
    this.onSend = onSend;
    this.onSilence = onSilence;
    this.sent = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  get view() { return this.model.get("_view"); }

  get waiting() { return this.sent > (this.view.done[PAGE] ?? 0); }

  /** @param {{do: string, [detail: string]: unknown}} order */
  send(order) {
    const done = this.view.done;
    const pending = this.model.get("_queue").filter((one) => one.number > (done[one.page] ?? 0));
    last = Math.max(last, done[PAGE] ?? 0) + 1;
    this.sent = last;
    this.model.set("_queue", [...pending, { page: PAGE, number: last, seen: this.view.number, ...order }]);
    this.onSend();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.waiting && this.onSilence(), PATIENCE);
    try {
      this.model.save_changes();
    } catch {
      this.onSilence();
    }
  }

  stop() { clearTimeout(this.timer); }
}
