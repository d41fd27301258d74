// The start page: ten cards from the first moment, Python behind them, and a board in their place as soon as one is chosen.
// What is played stands in the address, so that the browser's own "back" leads to the cards: "#chess" is a card, "#games"
// the list of all games, "#p=…" a position that somebody has shared.

import { render } from "./board.js";

const MEGABYTE = 1_000_000;
const find = (name) => document.getElementById(name);
const setup = JSON.parse(find("setup").textContent), words = find("state"), bar = find("bar");
const cards = new Map([...document.querySelectorAll(".card")].map((card) => [card.hash, card]));

let isReady = false, game = 0, model, stop;

// The part of a widget's model that a board uses; orders go to the worker, and its views come back.
class Model {
  constructor(number) {
    this.number = number;
    this.listeners = new Set();
    this.values = { _queue: [], _pieces: {}, _surfaces: {} };
  }

  get(name) { return this.values[name]; }

  set(name, value) { this.values[name] = value; }

  on(_, listener) { this.listeners.add(listener); }

  off(_, listener) { this.listeners.delete(listener); }

  save_changes() { worker.postMessage({ do: "obey", game: this.number, orders: this.values._queue }); }

  take({ view, drawn }) {
    for (const [name, news] of Object.entries(drawn)) this.values[name] = { ...this.values[name], ...news };
    this.values._view = view;
    for (const listener of this.listeners) listener();
  }
}

function tell(message) { words.textContent = message; }

/** The line, link or catalogue that the address names; "" for the cards. */
function chosen() {
  const { hash } = location, [, code] = /^#p=([A-Za-z0-9_-]{1,20000})$/.exec(hash) ?? [];
  if (code) return `#p=${code}`;
  if (hash === "#games") return "games";
  if (hash.length > 1 && !cards.has(hash)) tell("This link has been cut short or altered. Choose a game below.");
  return cards.get(hash)?.dataset.line ?? "";
}

function close() {
  stop?.();
  stop = model = undefined;
  game += 1;
  find("board").replaceChildren();
}

/** Show the cards or begin what the address names; before Python is there, its card is marked. */
function go() {
  const line = chosen();
  close();
  document.body.classList.toggle("playing", isReady && !!line);
  for (const [hash, card] of cards) card.classList.toggle("waiting", !isReady && hash === location.hash);
  if (line && isReady) worker.postMessage({ do: "open", game, line });
}

function show(told) {
  if (told.game !== game) return;
  if (told.fault) {
    history.replaceState(null, "", location.pathname);
    go();
    tell(told.fault);
    return;
  }
  if (model) {
    model.take(told);
    return;
  }
  model = new Model(game);
  model.take(told);
  document.title = told.view.title || setup.title;
  stop = render({ model, el: find("board") });
}

function ready() {
  isReady = true;
  tell("Python is ready. Choose a game.");
  bar.hidden = true;
  go();
}

function load(received) {
  const share = Math.min(1, received / setup.bytes), amount = Math.round(Math.min(received, setup.bytes) / MEGABYTE);
  bar.setAttribute("aria-valuenow", String(Math.round(100 * share)));
  bar.firstElementChild.style.width = `${100 * share}%`;
  if (location.hash.length < 2 || chosen()) {
    const what = cards.has(location.hash) || !chosen() ? "Python is loading" : "Your game is loading";
    tell(share < 0.99 ? `${what}: ${amount} of ${Math.round(setup.bytes / MEGABYTE)} MB` : "Python is starting");
  }
}

const worker = new Worker("worker.js", { type: "module" });
worker.onmessage = ({ data }) => {
  if (data.kind === "bytes") { if (!isReady) load(data.received); }
  else if (data.kind === "ready") ready();
  else if (data.kind === "view") show(data);
  else if (isReady) tell(`Something went wrong: ${data.message}. Reload the page to start again.`);
  else tell(`Python could not be loaded (${data.message}). Reload the page to try again.`);
};
worker.onerror = () => tell("Python could not be loaded: this browser is too old, or the connection was lost.");
addEventListener("hashchange", go);
go();
const here = (name) => new URL(name, location.href).href.split("#")[0];
worker.postMessage({ do: "load", folder: here("static/pyodide/"), wheels: setup.wheels.map(here), program: here("player.py") });
