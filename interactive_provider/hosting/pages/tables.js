// The pages of a server of tables. A page has one connection: it sends the secret that stands
// behind #, then what its player does, and shows the frames that come. Nothing is sent while the
// connection is lost, and nothing is kept to be sent later: it would hit another board.

import { render } from "./board.js";

const KEPT = "tables"; // where this browser keeps the tables that its player sits at
const MOST_KEPT = 12;
const LONGEST_CODE = 8; // characters; a link has more
const SHORTEST_PAUSE = 500; // milliseconds before the first try to connect again
const LONGEST_PAUSE = 15_000;
const BRIEF = 6000; // milliseconds for which a line of words stands

const page = document.getElementById("page");
const board = document.getElementById("board");
const side = make("div", { class: "t-side" });

let socket; // the connection
let pause = SHORTEST_PAUSE;
let nextTry; // when the next try is made, in milliseconds
let timer;
let shown = {}; // the last frame
let said = ""; // what is said for a while: that the connection is back
let asks = ""; // the act that is asked about once more
let stop; // ends the board

// What the board's program calls a model.
const values = { _queue: [], _pieces: {}, _surfaces: {}, _view: null };
const listeners = new Set();
const model = {
  get: (name) => values[name],
  set: (name, value) => {
    values[name] = value;
  },
  on: (_, listener) => listeners.add(listener),
  off: (_, listener) => listeners.delete(listener),
  save_changes: () => {
    if (!send({ orders: values._queue })) {
      values._queue = [];
    }
  },
};

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) {
      element.addEventListener(key.slice(2), value);
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, value === true ? "" : value);
    }
  }
  element.append(...children.filter((child) => child !== null && child !== ""));
  return element;
}

const button = (words, press, first = false) =>
  make(
    "button",
    { class: `t-b${first ? " t-first" : ""}`, type: "button", onclick: press },
    words,
  );

// The connection ----------------------------------------------------------------------------

const secret = () => decodeURIComponent(location.hash.slice(1));
const isOpen = () => socket?.readyState === WebSocket.OPEN;

function send(told) {
  if (isOpen()) {
    socket.send(JSON.stringify(told));
  }
  return isOpen();
}

/** A connection that begins with a message and gives its frames to a function. */
function open(first, take) {
  const address = new URL("socket", location.href);
  address.protocol = address.protocol.replace("http", "ws");
  address.hash = "";
  const own = new WebSocket(address);
  own.addEventListener("open", () => own.send(JSON.stringify(first)));
  own.addEventListener("message", ({ data }) => take(JSON.parse(data)));
  return own;
}

function connect() {
  clearInterval(timer);
  const own = open({ key: secret() }, (frame) => own === socket && receive(frame));
  socket = own;
  own.addEventListener("close", () => own === socket && lose());
}

/** The connection is lost: try again after a pause that grows. */
function lose() {
  values._queue = [];
  nextTry = Date.now() + pause * (0.75 + Math.random() / 2);
  pause = Math.min(2 * pause, LONGEST_PAUSE);
  document.body.classList.add("t-lost");
  board.inert = true;
  clearInterval(timer);
  timer = setInterval(() => (Date.now() < nextTry ? showSide() : connect()), 500);
  showSide();
}

function receive(frame) {
  const wasLost = document.body.classList.contains("t-lost");
  pause = SHORTEST_PAUSE;
  clearInterval(timer);
  document.body.classList.remove("t-lost");
  board.inert = false;
  if (wasLost && frame.view) {
    const missed = frame.view.moves - (shown.view?.moves ?? frame.view.moves);
    const words =
      missed > 0
        ? ` ${missed === 1 ? "One move was" : `${missed} moves were`} made meanwhile.`
        : "";
    sayBriefly(`Connected again.${words}`);
  }
  shown = frame;
  document.body.classList.toggle("t-wide", frame.kind === "class");
  board.hidden = !["seat", "watch"].includes(frame.kind);
  page.hidden = !board.hidden;
  PAGES[frame.kind](frame);
}

function sayBriefly(words) {
  said = words;
  setTimeout(() => {
    said = "";
    showSide();
  }, BRIEF);
}

// What this browser keeps -------------------------------------------------------------------

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    return [];
  }
}

function keep(one) {
  const others = kept().filter(({ key }) => key !== one.key);
  try {
    localStorage.setItem(KEPT, JSON.stringify([one, ...others].slice(0, MOST_KEPT)));
  } catch {
    // A browser that keeps nothing still plays: the secret stands in the address.
  }
}

const go = (key) => {
  location.hash = key;
};

addEventListener("hashchange", () => {
  const own = kept().find(({ from }) => from && from === secret());
  if (own) {
    go(own.key);
  } else if (!send({ key: secret() })) {
    connect();
  }
});

// The pages ---------------------------------------------------------------------------------

const PAGES = {
  start: showStart,
  invitation: showInvitation,
  join: showJoin,
  seat: showSeat,
  watch: showSeat,
  class: showClass,
  fault: ({ words }) =>
    plate("This does not lead to a table", words, codeForm(), home()),
  go: ({ words }) => {
    const from = secret().length > LONGEST_CODE ? secret() : ""; // many may come by one code
    keep({ key: words, from, title: "", tab: "" });
    history.replaceState(null, "", `#${words}`);
    send({ key: words });
  },
};

const home = () => make("a", { class: "t-b", href: "#" }, "All games");

function plate(title, words, ...rest) {
  document.title = title;
  page.replaceChildren(
    make(
      "div",
      { class: "t-plate" },
      make("h1", {}, title),
      make("p", {}, words),
      ...rest,
    ),
  );
}

function codeForm() {
  const field = make("input", {
    class: "t-field t-code",
    name: "code",
    placeholder: "BCD FGH",
    maxlength: 8,
    autocomplete: "off",
    "aria-label": "code",
  });
  const join = (event) => {
    event.preventDefault();
    go(field.value.toUpperCase().replaceAll(/\s/g, ""));
  };
  const isWrong = shown.kind === "fault" && secret().length <= LONGEST_CODE;
  if (isWrong) {
    field.value = secret();
    field.classList.add("t-wrong");
  }
  return make(
    "form",
    { class: "t-join", onsubmit: join },
    make("label", {}, "You have a code? ", field),
    make("button", { class: "t-b t-first" }, "Join"),
  );
}

const picture = (pictures, label = "") => {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const source = pictures[isDark ? 1 : 0];
  const image = source
    ? make("img", {
        alt: label,
        src: `data:image/svg+xml,${encodeURIComponent(source)}`,
      })
    : "";
  return make("span", { class: "t-heap" }, image);
};

function showStart({ games }) {
  document.title = "Tables: play together";
  const cards = games.map(gameCard);
  page.replaceChildren(
    heading(
      "Play together",
      "Open a table and send the others a link. Each plays in a browser; nothing to install.",
      codeForm(),
    ),
    ...ownTables(),
    make("h2", {}, "New table"),
    make("div", { class: "t-cards" }, ...cards),
  );
}

const heading = (title, words, ...rest) =>
  make(
    "header",
    { class: "t-top" },
    make("div", {}, make("h1", {}, title), make("p", {}, words)),
    ...rest,
  );

const isTurn = ({ tab }) => tab.startsWith("●");

/** The tables at which this browser's player sits, first those that wait for them. */
function ownTables() {
  const mine = kept().filter(({ title }) => title);
  mine.sort((one, other) => isTurn(other) - isTurn(one));
  const rows = mine.map((table) => {
    const { key, tab, title } = table;
    const words = isTurn(table) ? "your turn" : tab.split(":")[0];
    return make(
      "a",
      { href: `#${key}`, class: isTurn(table) ? "t-on" : "" },
      make("b", {}, title),
      make("em", {}, words),
    );
  });
  return rows.length
    ? [make("h2", {}, "Your tables"), make("div", { class: "t-mine" }, ...rows)]
    : [];
}

function gameCard(game, number) {
  const hidden = game.hides ? ", hidden hands" : "";
  return make(
    "button",
    { class: "t-card", onclick: () => showNewTable(game, number) },
    picture(game.pictures),
    make("b", {}, game.title),
    make("span", { class: "t-quiet" }, `${game.roles.length} players${hidden}`),
  );
}

const nameField = () =>
  make("input", {
    class: "t-field",
    name: "name",
    maxlength: 20,
    placeholder: "your name",
    "aria-label": "your name",
    autocomplete: "nickname",
    required: true,
  });

function showNewTable(game, number) {
  const back = button("All games", () => showStart(shown));
  page.replaceChildren(
    heading(game.title, game.words, back),
    make("div", { class: "t-two" }, picture(game.pictures), tableForm(game, number)),
  );
}

/** Who plays at a new table; nothing is laid before the form is sent. */
function tableForm(game, number) {
  const field = nameField();
  const selects = game.roles.map((role, seat) => seatSelect(game, role, seat));
  const lay = (event) => {
    event.preventDefault();
    const levels = selects.map(({ value }) => value);
    const seat = Math.max(0, levels.indexOf("me"));
    send({ game: number, levels, seat, name: field.value });
  };
  const places = selects.map((select, seat) =>
    make("label", { class: "t-place" }, make("b", {}, game.roles[seat]), select),
  );
  return make(
    "form",
    { onsubmit: lay },
    part(make("h2", {}, "Your name"), field),
    part(make("h2", {}, "Who plays"), ...places),
    part(make("button", { class: "t-b t-first" }, "Open the table"), quiet(NEXT)),
    make("h2", {}, "For a class"),
    part(
      button("Open tables for a class", () => send({ game: number, class: true })),
      quiet(CLASS),
    ),
  );
}

const NEXT =
  "Next you see a code and a link for each empty seat. The game begins when everybody sits.";

const CLASS =
  "One code for everybody: two who come one after the other play each other, at as many tables as are needed.";

const part = (...children) => make("div", { class: "t-part" }, ...children);
const quiet = (words) => make("p", { class: "t-quiet" }, words);

function seatSelect({ levels }, role, seat) {
  const choices = [
    ["me", "me"],
    ["", "a person with a code"],
    ...Object.keys(levels).map((level) => [level, level.replace(/^against /, "")]),
  ];
  const options = choices.map(([value, words]) => make("option", { value }, words));
  const select = make("select", { class: "t-field", "aria-label": role }, ...options);
  select.value = seat === 0 ? "me" : "";
  return select;
}

function showInvitation({ title, roles, names, seat }) {
  const others = names.filter(Boolean);
  const waiting = others.length
    ? `${others.join(" and ")} ${others.length === 1 ? "waits" : "wait"} for you. `
    : "";
  sitDown(title, `${waiting}You play ${roles[seat]}.`);
}

function showJoin({ title }) {
  sitDown(title, "Your class plays this game. Sit down to see whom you meet.");
}

function sitDown(title, words) {
  const field = nameField();
  const sit = (event) => {
    event.preventDefault();
    send({ do: "sit", name: field.value });
  };
  plate(
    title,
    words,
    make(
      "form",
      { class: "t-pair", onsubmit: sit },
      field,
      make("button", { class: "t-b t-first" }, "Sit down"),
    ),
  );
  field.focus();
}

// A seat ------------------------------------------------------------------------------------

const isWinner = ({ is_over, paid }, seat) =>
  is_over &&
  paid.length > 0 &&
  paid[seat] === Math.max(...paid) &&
  Math.min(...paid) < paid[seat];

const howItEnded = ({ seat }, names) =>
  seat === undefined ? "All agreed to a draw." : `${names[seat]} resigned.`;

/** What is said of a game that is over, as this seat sees it. */
function ending({ end, names, paid, seat, view }) {
  const text = end ? howItEnded(end, names) : view.text;
  const winners = names.filter((_, at) => isWinner(shown, at));
  if (!winners.length) {
    return paid.length && (end || view.outcome === "drawn")
      ? { text, outcome: "drawn", ending: "A draw." }
      : { text };
  }
  if (seat === null) {
    return { text, outcome: "over", ending: `Won by ${winners.join(" and ")}.` };
  }
  return isWinner(shown, seat)
    ? { text, outcome: "won", ending: "You win." }
    : { text, outcome: "lost", ending: "You lose." };
}

/** Who is awaited, or how the game ended. */
function standing({ is_over, is_changed, mover, names, seat, view }) {
  const missing = names.filter((name) => !name).length;
  if (is_changed) {
    return {
      status:
        "The rules have changed since this table was opened. It is kept to look at.",
    };
  }
  if (is_over) {
    return ending(shown);
  }
  if (missing) {
    return {
      status: `Waiting for ${missing} more ${missing === 1 ? "player" : "players"}.`,
    };
  }
  return mover === seat
    ? {}
    : { status: view.status || `${names[mover]} is thinking.` };
}

const ZONE_NAME = 2; // where the name of a zone of the board stands

/** The names of people in the place of the game's names for players. */
function named(table, { players, names, seat }) {
  const nameOf = (player) => {
    if (player === "you" && seat === null) {
      return names[0];
    }
    const at = players.findIndex((one) => one.toLowerCase() === player.toLowerCase());
    return names[at] || player;
  };
  const zones = table?.zones?.map((zone) =>
    zone.with(ZONE_NAME, nameOf(zone[ZONE_NAME])),
  );
  return table && { ...table, zones: zones ?? [] };
}

function tabTitle({ mover, names, seat, title }) {
  if (mover === null) {
    return title;
  }
  return mover === seat
    ? `● Your turn: ${title}`
    : `${names[mover]} is thinking: ${title}`;
}

/** The pictures and rules that a page has, with those that are new. */
const together = (had, news) =>
  Object.fromEntries(
    ["_pieces", "_surfaces"].map((name) => [name, { ...had[name], ...news?.[name] }]),
  );

function showSeat(frame) {
  const { view, drawn, done, title, seat } = frame;
  if (!view) {
    board.hidden = true;
    page.hidden = false;
    plate(title, "Only its players see this game: it hides something.", home());
    return;
  }
  const tab = tabTitle(frame);
  Object.assign(values, together(values, drawn));
  // What was sent before the connection was lost has been answered by what is shown now.
  const sent = values._queue.map((order) => [order.page, order.number]);
  values._view = {
    ...view,
    ...standing(frame),
    board: named(view.board, frame),
    done: { ...Object.fromEntries(sent), ...done },
  };
  document.title = tab;
  if (seat !== null) {
    const old = kept().find(({ key }) => key === secret());
    keep({ ...old, key: secret(), title, tab });
  }
  if (stop) {
    listeners.forEach((listener) => listener());
  } else {
    stop = render({ model, el: board });
  }
  board.querySelector(".ip-head").append(side);
  turnBoard(frame);
  showSide();
}

/** Whoever sits in a later seat sees a board that can be turned from there. */
function turnBoard({ seat }) {
  const flip = [...board.querySelectorAll(".ip-tools button")].find(
    ({ textContent }) => textContent.trim() === "flip",
  );
  for (const one of board.querySelectorAll(".ip-tools > *")) {
    one.dataset.icon = /flip|flag/.exec(one.textContent)?.[0] ?? "";
  }
  if (seat && flip && !flip.hidden && !board.dataset.turned) {
    flip.click();
  }
  board.dataset.turned = "yes";
}

function showSide() {
  if (board.hidden) {
    return;
  }
  const { line } = shown;
  const bar = make("div", { class: "t-acts", role: "toolbar", "aria-label": "table" });
  bar.append(...acts(shown).map(actButton));
  if (line) {
    bar.append(button("copy the line", () => navigator.clipboard?.writeText(line)));
  }
  bar.append(make("a", { class: "t-b", href: "#" }, "all games"));
  const below = make("div", { class: "t-below" }, ...[box(), bar].filter(Boolean));
  side.replaceChildren(peopleList(shown), ...invitations(shown), below);
}

const ASKING = { back: "take back", draw: "offer draw", rematch: "Rematch" };

/** What can be pressed beside the board. */
function acts({ is_over, is_changed, mayAsk, names, seat }) {
  if (seat === null || is_changed) {
    return [];
  }
  if (names.includes("")) {
    return [{ do: "fill", words: "A computer in the empty seat" }];
  }
  const asking = mayAsk.map((what) => ({
    do: "ask",
    what,
    words: ASKING[what],
    first: what === "rematch",
  }));
  const words = names.length === 2 ? "resign" : "leave to a computer";
  return is_over
    ? asking
    : [...asking, { do: "resign", words, sure: `Really ${words}?` }];
}

function peopleList(frame) {
  const { names, roles, levels, here, mover, seat, score } = frame;
  const hasScore = score.some(Boolean);
  const order = names.map((_, step) => ((seat ?? 0) + step) % names.length);
  const rows = order.map((at) => {
    const role = levels[at] ? `${roles[at]}, computer` : roles[at];
    const isHere = here[at] || !!levels[at];
    const won = isWinner(frame, at);
    return make(
      "li",
      { class: lookOf(won, at === mover) },
      make("i", {
        class: isHere ? "t-dot" : "t-dot t-away",
        title: isHere ? "here" : "away",
      }),
      make(
        "span",
        {},
        make("b", {}, at === seat ? "you" : names[at] || "nobody yet"),
        make("small", {}, role),
      ),
      make(
        "span",
        {},
        make("em", {}, note(at, won, isHere, frame)),
        hasScore ? make("span", { class: "t-score" }, String(score[at])) : "",
      ),
    );
  });
  return make("ul", { class: `t-people${names.length <= 2 ? " t-few" : ""}` }, ...rows);
}

function lookOf(hasWon, isMover) {
  if (hasWon) {
    return "t-won";
  }
  return isMover ? "t-on" : "";
}

function note(at, won, isHere, { mover, names, seat }) {
  if (won) {
    return "won";
  }
  if (at === mover) {
    return at === seat ? "your turn" : "to move";
  }
  return names[at] && !isHere ? "away" : "";
}

/** The one place for what comes from outside. */
function box() {
  if (!isOpen()) {
    const seconds = Math.max(0, Math.ceil((nextTry - Date.now()) / 1000));
    const words = `No connection. The board is as it was last seen; nothing is lost. Next try in ${seconds} s.`;
    return make(
      "div",
      { class: "t-box t-bad", role: "status" },
      words,
      button("Try now", connect),
    );
  }
  if (asks) {
    return askedAgain();
  }
  if (shown.request) {
    return requestBox(shown);
  }
  return said ? make("div", { class: "t-box t-good", role: "status" }, said) : null;
}

const ASKED = {
  back: "asks to take a move back.",
  draw: "offers a draw.",
  rematch: "would like a rematch.",
};

/** What one seat asks of the others, as this seat is told. */
function requestBox({ request, names, seat }) {
  const { agreed, number, what } = request;
  const waiting = names.filter((_, at) => !agreed.includes(at)).join(" and ");
  const answer = (words, yes) =>
    button(words, () => send({ do: "answer", to: number, yes }), yes);
  if (seat !== null && !agreed.includes(seat)) {
    const answers = make(
      "div",
      { class: "t-pair" },
      answer("Accept", true),
      answer("Decline", false),
    );
    return make(
      "div",
      { class: "t-box", role: "status" },
      `${names[request.seat]} ${ASKED[what]}`,
      answers,
    );
  }
  const withdraw = seat === request.seat ? answer("Withdraw", false) : "";
  return make(
    "div",
    { class: "t-box t-said", role: "status" },
    `Waiting for the answer of ${waiting}.`,
    withdraw,
  );
}

function askedAgain() {
  const act = acts(shown).find(({ sure }) => sure === asks);
  const end = (isSure) => {
    asks = "";
    if (isSure && act) {
      send({ do: act.do });
    }
    showSide();
  };
  const answers = [
    button("Yes", () => end(true), true),
    button("No", () => end(false)),
  ];
  return make(
    "div",
    { class: "t-box t-bad" },
    asks,
    make("div", { class: "t-pair" }, ...answers),
  );
}

function actButton(act) {
  const press = () => {
    asks = act.sure ?? "";
    if (!asks) {
      send({ do: act.do, what: act.what });
    }
    showSide();
  };
  const made = button(act.words, press, act.first);
  made.disabled = !isOpen();
  return made;
}

/** The codes and links of the empty seats, and the link of those who only watch. */
function invitations({ ways = [], watch, names, roles }) {
  const rows = ways.flatMap(([code, link], seat) =>
    code
      ? [
          make(
            "div",
            { class: "t-row" },
            make("span", { class: "t-code" }, spaced(code)),
            copyButton("Copy link", link),
            make("em", {}, `code for ${roles[seat]}`),
          ),
        ]
      : [],
  );
  return watch && names.includes("")
    ? [...rows, copyButton("Copy a link to watch", watch)]
    : rows;
}

function copyButton(words, one) {
  const link = `${location.href.replace(/#.*/, "")}#${one}`;
  return button(words, async () => {
    await navigator.clipboard?.writeText(link);
    sayBriefly("The link is copied.");
    showSide();
  });
}

const spaced = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;

// A class -----------------------------------------------------------------------------------

// A teacher's page looks on at each table by a connection of its own, and draws what it is sent.
const watched = new Map(); // the frames of the tables by their secrets
let filter = "all";
const QUIET = 180; // seconds without a move after which a table is pointed out

const POLL = 3000; // milliseconds between two looks at who has come
let polling;

function showClass({ tables }) {
  polling ??= setInterval(() => shown.kind === "class" && send({}), POLL);
  for (const [one, { socket: own }] of watched) {
    if (!tables.includes(one) || own.readyState > WebSocket.OPEN) {
      own.close();
      watched.delete(one);
    }
  }
  for (const one of tables) {
    if (!watched.has(one)) {
      const table = { drawn: {} };
      table.socket = open({ key: one }, (frame) => {
        table.drawn = together(table.drawn, frame.drawn);
        table.frame = { ...frame, drawn: table.drawn };
        table.small = frame.view ? smallBoard(table.frame) : "";
        drawClass();
      });
      watched.set(one, table);
    }
  }
  drawClass();
}

function stateOf({ names, is_over, changed_at }) {
  if (names.includes("")) {
    return "waiting";
  }
  if (is_over) {
    return "finished";
  }
  return Date.now() / 1000 - changed_at > QUIET ? "quiet" : "playing";
}

const isNear = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);

function drawClass() {
  const { code, title, tables: secrets } = shown;
  const tables = secrets
    .map((one) => watched.get(one))
    .filter((one) => one.frame?.names);
  const frames = tables.map(({ frame }) => frame);
  document.title = `A class: ${title}`;
  const pupils = frames.flatMap(({ here, names, levels }) =>
    here.filter((_, seat) => names[seat] && !levels[seat]),
  );
  const entrance = make(
    "div",
    { class: "t-classcode" },
    make("span", { class: "t-quiet" }, location.host),
    make("span", { class: "t-code" }, spaced(code)),
    isNear
      ? "Only this computer can reach it: start with --address 0.0.0.0 for pupils."
      : "",
  );
  const again = () =>
    confirm("Begin a new game at every table? Games in play end.") &&
    send({ groups: pairings(frames) });
  const newRound = button("New round", again, true);
  newRound.disabled = !frames.length || frames.length < secrets.length;
  const present = pupils.filter(Boolean).length;
  const here = pupils.length
    ? `${present} of ${pupils.length} pupils are here`
    : "Nobody is here yet: show the code.";
  page.replaceChildren(
    heading(title, here, entrance, filterButtons(frames), newRound),
    make("div", { class: "t-class" }, ...tables.map(tile).filter(Boolean)),
  );
}

function filterButtons(tables) {
  const states = tables.map(stateOf);
  const buttons = ["all", "playing", "finished", "waiting", "quiet"].map((state) => {
    const press = () => {
      filter = state;
      drawClass();
    };
    const count = states.filter((one) => state === "all" || one === state).length;
    const attributes = { "aria-pressed": String(filter === state), onclick: press };
    return make("button", attributes, `${state} ${count}`);
  });
  return make("span", { class: "t-seg" }, ...buttons);
}

/** Who sits where in the next round, as numbers of tables and seats: everybody meets somebody
 * else, and another seat begins. */
function pairings(frames) {
  const size = frames[0].names.length;
  const turned = (row, by) => row.map((_, at) => row[(at + by) % size]);
  const rows = frames.map(({ names, round }, table) => {
    const row = names.map((_, seat) => [table, seat]);
    return turned(row, size - (round % size)); // as if no seat had begun before another
  });
  const mixed = size === 2 ? roundRobin(rows) : apart(rows);
  return mixed.map((row, table) => turned(row, (frames[table].round + 1) % size));
}

/** Pairs as in a tournament: all go around the first, so that all meet before two meet again. */
function roundRobin(rows) {
  const [first, ...upper] = rows.map(([one]) => one);
  const [next, ...lower] = rows.map(([, other]) => other);
  const around = [next, ...upper];
  const back = around.pop();
  return [first, ...around].map((one, table) => [one, [...lower, back][table]]);
}

/** Larger groups: each seat goes on by another number of tables. */
const apart = (rows) =>
  rows.map((row, table) =>
    row.map((_, seat) => rows[(table + seat) % rows.length][seat]),
  );

function tile({ frame, small }, number) {
  const state = stateOf(frame);
  const moves = frame.view ? `${frame.view.moves} moves` : state;
  const minutes = Math.floor((Date.now() / 1000 - frame.changed_at) / 60);
  const words = {
    playing: moves,
    finished: moves,
    waiting: "waits",
    quiet: `quiet for ${minutes} min`,
  }[state];
  const look = { finished: " t-finished", quiet: " t-quiet-long" }[state] ?? "";
  if (filter !== "all" && filter !== state) {
    return null;
  }
  const heap = make("div", { class: "t-heap" }, small);
  return make(
    "article",
    { class: "t-tile" },
    make(
      "header",
      {},
      make("b", {}, `Table ${number + 1}`),
      make("span", { class: `t-tag${look}` }, words),
    ),
    heap,
    peopleList(frame),
  );
}

/** The board of a table as the board's own program draws it, made small. */
function smallBoard(frame) {
  const el = make("div", { class: "t-small", inert: true });
  const own = {
    _queue: [],
    ...frame.drawn,
    _view: { ...frame.view, board: named(frame.view.board, frame), done: {} },
  };
  render({
    el,
    model: { get: (name) => own[name], set() {}, on() {}, off() {}, save_changes() {} },
  });
  return el;
}

connect();
