// The window: what scripts expect of a browser besides the page itself. Nothing here reaches anything outside.

const MOST_NOTES = 40;
const MOST_STORED = 5000;

/** What a turn says besides the page: faults, messages, questions without an answer yet, and whether it reloads. */
const notes = { faults: [], said: [], asked: [], answers: [], reloads: false };

function note(fault) {
  if (notes.faults.length < MOST_NOTES) {
    notes.faults.push(String(fault).slice(0, 300));
  }
}

/** Do something that belongs to the page; its fault is noted, as a browser would in its console. */
function attempt(work) {
  try {
    return work();
  } catch (fault) {
    try {
      note(fault);
    } catch {
      note("a fault that cannot be written");
    }
    return undefined;
  }
}

// oxlint-disable-next-line no-eval -- the page evaluates its own scripts, in its own sandbox
const runGlobally = globalThis.eval;

function runSource(source) {
  return runGlobally(source);
}

function doNothing() {}

/** Browsers hand equal values to a comparison too, this engine does not: by that jQuery sees that an element is there twice. */
function compareEqualValues() {
  const { sort } = Array.prototype;
  Array.prototype.sort = function sortAll(compare) {
    sort.call(this, compare);
    const length = compare ? this.length : 0;
    for (let index = 1; index < length; index += 1) {
      if (this[index] === this[index - 1]) {
        compare(this[index - 1], this[index]);
      }
    }
    return this;
  };
}

/** An answer of the reader: those already given come first, then each question is asked with a default. */
function askReader(kind, text, fallback) {
  if (notes.answers.length) {
    return notes.answers.shift();
  }
  notes.asked.push([kind, String(text ?? "").slice(0, 1000), String(fallback)]);
  return fallback;
}

const WHOLE = "=";

/** A library that compresses texts for a storage, which here is never full: it keeps them whole. */
function withoutCompression(library) {
  const { decompressFromUTF16 } = library;
  return Object.assign(library, {
    compressToUTF16: (text) => (text === null || text === undefined ? "" : WHOLE + text),
    decompressFromUTF16: (text) => (text?.[0] === WHOLE ? text.slice(1) : decompressFromUTF16.call(library, text)),
  });
}

/** SugarCube compresses all of its state at every turn, which took half of the turn. */
function keepTextsWhole() {
  let library;
  Object.defineProperty(globalThis, "LZString", {
    get: () => library,
    set(value) {
      library = typeof value?.compressToUTF16 === "function" ? withoutCompression(value) : value;
    },
    configurable: true,
  });
}

function makeStorage() {
  const items = new Map();
  const storage = {
    getItem: (key) => items.get(String(key)) ?? null,
    setItem: (key, value) => {
      if (items.size < MOST_STORED) {
        items.set(String(key), String(value));
      }
    },
    removeItem: (key) => {
      items.delete(String(key));
    },
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
  return new Proxy(storage, {
    get: (own, key) => (key in own ? own[key] : items.get(key)),
    set: (own, key, value) => {
      own.setItem(key, value);
      return true;
    },
    has: (own, key) => key in own || items.has(key),
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      items.has(key) ? { value: items.get(key), enumerable: true, configurable: true } : undefined,
    deleteProperty: (_, key) => {
      items.delete(key);
      return true;
    },
  });
}

/** What a browser has and this page only pretends to: whatever is asked of it is nothing again, and never a fault. */
const nothing = new Proxy(doNothing, {
  get: (_, name) => {
    const known = {
      [Symbol.toPrimitive]: () => 0,
      [Symbol.iterator]: () => [].values(),
      // oxlint-disable-next-line no-thenable -- whoever waits for it gets nothing, as for everything else
      then: (work) => {
        Promise.resolve().then(() => work?.());
        return nothing;
      },
      length: 0,
    };
    return Object.hasOwn(known, name) ? known[name] : nothing;
  },
  set: () => true,
  has: () => true,
  apply: () => nothing,
  construct: () => nothing,
});

/** An object that can be listened to and never says anything. */
function silent(more = {}) {
  return { addListener: doNothing, removeListener: doNothing, addEventListener: doNothing, removeEventListener: doNothing, ...more };
}

const MOST_VISITS = 100;
/** What a page keeps of the places in itself that it goes back to. */
const visits = { states: [null], place: 0 };

/** Go back or forward, and say so as a browser does. */
function travel(steps) {
  const place = visits.place + steps;
  if (steps !== 0 && place >= 0 && place < visits.states.length) {
    visits.place = place;
    const event = Object.assign(new Event("popstate"), { state: visits.states[place] });
    addTimer(() => globalThis.dispatchEvent(event), 1, [], false);
  }
}

/** Where a reader is, is not told. */
const geolocation = {
  getCurrentPosition: (_, refuse) => {
    if (refuse) {
      addTimer(() => refuse({ code: 1, message: "User denied Geolocation", PERMISSION_DENIED: 1 }), 1, [], false);
    }
  },
  watchPosition: (_, refuse) => {
    geolocation.getCurrentPosition(_, refuse);
    return 1;
  },
  clearWatch: doNothing,
};

for (const name of ["window", "self", "global", "frames", "top", "parent"]) {
  globalThis[name] = globalThis;
}
const CONSOLE = "log warn error info debug dir dirxml trace group groupEnd groupCollapsed table time timeEnd timeLog assert count countReset clear";
const MOVES = "scrollTo scroll scrollBy focus blur close print stop moveTo moveBy resizeTo resizeBy find postMessage";
const silence = (names) => Object.fromEntries(names.split(" ").map((name) => [name, doNothing]));

Object.assign(globalThis, silence(MOVES), {
  console: silence(CONSOLE),
  opener: null,
  frameElement: null,
  name: "",
  closed: false,
  status: "",
  localStorage: makeStorage(),
  sessionStorage: makeStorage(),
  location: {
    href: "file:///story.html",
    hash: "",
    search: "",
    protocol: "file:",
    host: "",
    hostname: "",
    port: "",
    pathname: "/story.html",
    origin: "null",
    reload: () => {
      notes.reloads = true;
    },
    replace: doNothing,
    assign: doNothing,
    toString: () => "file:///story.html",
  },
  history: {
    get state() {
      return visits.states[visits.place];
    },
    get length() {
      return visits.states.length;
    },
    pushState: (state) => {
      visits.states = [...visits.states.slice(0, visits.place + 1).slice(-MOST_VISITS), copyOf(state)];
      visits.place = visits.states.length - 1;
    },
    replaceState: (state) => {
      visits.states[visits.place] = copyOf(state);
    },
    back: () => travel(-1),
    forward: () => travel(1),
    go: (steps) => travel(Number(steps) || 0),
    scrollRestoration: "auto",
  },
  navigator: {
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36",
    appVersion: "5.0 (X11)",
    language: "en-US",
    languages: ["en-US", "en"],
    platform: "Linux x86_64",
    vendor: "Google Inc.",
    maxTouchPoints: 0,
    onLine: false,
    cookieEnabled: true,
    doNotTrack: null,
    hardwareConcurrency: 1,
    permissions: { query: () => Promise.resolve({ state: "denied" }) },
    clipboard: { writeText: () => Promise.resolve(), readText: () => Promise.resolve("") },
    vibrate: () => false,
    share: () => Promise.reject(new Error("nothing can be shared")),
    getGamepads: () => [],
    mediaDevices: {},
    sendBeacon: () => false,
    geolocation,
    plugins: [],
    mimeTypes: [],
    appName: "Netscape",
    appCodeName: "Mozilla",
    product: "Gecko",
    productSub: "20030107",
    vendorSub: "",
    webdriver: false,
    pdfViewerEnabled: false,
    deviceMemory: 8,
    javaEnabled: () => false,
    getBattery: () => Promise.resolve(silent({ level: 1, charging: true, chargingTime: 0, dischargingTime: Infinity })),
    connection: silent({ effectiveType: "4g", downlink: 10, saveData: false }),
    serviceWorker: silent({ register: () => Promise.reject(new Error("not possible")), ready: new Promise(doNothing) }),
    wakeLock: { request: () => Promise.reject(new Error("not possible")) },
    mediaSession: silence("setActionHandler setPositionState"),
    storage: { estimate: () => Promise.resolve({ quota: 0, usage: 0 }), persist: () => Promise.resolve(false) },
  },
  screen: {
    width: 1280,
    height: 720,
    availWidth: 1280,
    availHeight: 720,
    availLeft: 0,
    availTop: 0,
    colorDepth: 24,
    pixelDepth: 24,
    orientation: silent({ type: "landscape-primary", angle: 0, lock: () => Promise.reject(new Error("not possible")) }),
  },
  innerWidth: 1280,
  innerHeight: 720,
  outerWidth: 1280,
  outerHeight: 720,
  pageXOffset: 0,
  pageYOffset: 0,
  scrollX: 0,
  scrollY: 0,
  screenX: 0,
  screenY: 0,
  screenLeft: 0,
  screenTop: 0,
  length: 0,
  origin: "null",
  event: undefined,
  isSecureContext: false,
  crossOriginIsolated: false,
  devicePixelRatio: 1,
  speechSynthesis: nothing,
  indexedDB: { open: () => new Request(), deleteDatabase: () => new Request() },
  caches: { open: () => Promise.reject(new Error("not possible")), match: () => Promise.resolve() },
  createImageBitmap: () => Promise.reject(new Error("not possible")),
  visualViewport: silent({ width: 1280, height: 720, scale: 1 }),
  matchMedia: (query) => silent({ media: query, matches: isScreen(query) && /screen|min-width:\s*\d{1,3}px/.test(query) }),
  open: () => null,
  reportError: note,
  getSelection: () => ({
    ...silence("removeAllRanges addRange"),
    rangeCount: 0,
    isCollapsed: true,
    toString: () => "",
    getRangeAt: () => globalThis.document.createRange(),
  }),
  alert: (text) => {
    notes.said.push(String(text).slice(0, 5000));
  },
  confirm: (text) => Boolean(askReader("confirm", text, true)),
  prompt: (text, fallback) => askReader("prompt", text, fallback ?? ""),
  fetch: () => Promise.reject(new TypeError("Failed to fetch")),
});

/** True if a media query of a sheet or a script can hold for a wide screen with a mouse. */
function isScreen(query) {
  return !/print|max-width|dark|reduced|portrait|hover:\s*none|pointer:\s*coarse/.test(query);
}

// Classes of a browser that exist and do nothing, or report at once that there is no network.

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

class IntersectionObserver extends Observer {
  constructor(work) {
    super();
    this.work = work;
  }
  observe(target) {
    addTimer(() => this.work([{ target, isIntersecting: true, intersectionRatio: 1 }], this), 0, [], false);
  }
}

class Blob {
  constructor(parts, options) {
    this.parts = parts ?? [];
    this.type = options?.type ?? "";
    this.size = this.parts.join("").length;
  }
  text() {
    return Promise.resolve(this.parts.join(""));
  }
  slice() {
    return this;
  }
}

class File extends Blob {
  constructor(parts, name, options) {
    super(parts, options);
    this.name = name;
  }
}

/** A request that fails as it does in a browser without a network. */
class Request {
  constructor() {
    this.readyState = 0;
    this.status = 0;
    this.listeners = {};
  }
  open() {
    this.readyState = 1;
  }
  send() {
    addTimer(() => this.fail(), 1, [], false);
  }
  fail() {
    this.readyState = 4;
    for (const type of ["readystatechange", "error", "close", "loadend"]) {
      const event = { type, target: this };
      attempt(() => this[`on${type}`]?.(event));
      for (const listener of this.listeners[type] ?? []) {
        attempt(() => listener.call(this, event));
      }
    }
  }
  addEventListener(type, listener) {
    (this.listeners[type] ??= []).push(listener);
  }
  getAllResponseHeaders() {
    return "";
  }
  getResponseHeader() {
    return null;
  }
}
Object.assign(Request.prototype, silence("setRequestHeader overrideMimeType abort removeEventListener close"));

class Socket extends Request {
  constructor() {
    super();
    super.send();
  }
  send() {}
}

class Deaf {
  get() {
    return null;
  }
}
Object.assign(Deaf.prototype, silence("postMessage terminate close append readAsText readAsDataURL"), silent());

/** Something with listeners of its own. */
class Heard {
  constructor() {
    this.listeners = [];
  }
  addEventListener(type, listener) {
    this.listeners.push([type, listener]);
  }
  removeEventListener(type, listener) {
    this.listeners = this.listeners.filter(([other, known]) => other !== type || known !== listener);
  }
  dispatchEvent(event) {
    for (const [type, listener] of [...this.listeners, [event.type, this[`on${event.type}`]]]) {
      if (type === event.type && listener) {
        attempt(() => (listener.handleEvent ? listener.handleEvent(event) : listener.call(this, event)));
      }
    }
    return true;
  }
}

class AbortSignal extends Heard {
  aborted = false;
  reason = undefined;
  throwIfAborted() {
    if (this.aborted) {
      throw this.reason;
    }
  }
}

class AbortController {
  signal = new AbortSignal();
  abort(reason = new Error("signal is aborted without reason")) {
    if (!this.signal.aborted) {
      Object.assign(this.signal, { aborted: true, reason });
      this.signal.dispatchEvent({ type: "abort", target: this.signal });
    }
  }
}

function MessageChannel() {
  const ports = [new Heard(), new Heard()];
  ports.forEach((port, number) => {
    port.postMessage = (data) => {
      addTimer(() => ports[1 - number].dispatchEvent({ type: "message", data: copyOf(data) }), 0, [], false);
    };
    Object.assign(port, silence("start close"));
  });
  [this.port1, this.port2] = ports;
}

/** Names with values, each perhaps several times. */
const PAIRS = {
  get(name) {
    return this.pairs.find((pair) => pair[0] === name)?.[1] ?? null;
  },
  getAll(name) {
    return this.pairs.filter((pair) => pair[0] === name).map((pair) => pair[1]);
  },
  has(name) {
    return this.pairs.some((pair) => pair[0] === name);
  },
  append(name, value) {
    this.pairs.push([String(name), String(value)]);
  },
  set(name, value) {
    const place = this.pairs.findIndex((pair) => pair[0] === name);
    this.delete(name);
    this.pairs.splice(place < 0 ? this.pairs.length : place, 0, [String(name), String(value)]);
  },
  delete(name) {
    this.pairs = this.pairs.filter((pair) => pair[0] !== name);
  },
  sort() {
    this.pairs.sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  },
  forEach(work) {
    this.pairs.forEach(([name, value]) => work(value, name, this));
  },
  keys() {
    return this.pairs.map((pair) => pair[0]).values();
  },
  values() {
    return this.pairs.map((pair) => pair[1]).values();
  },
  entries() {
    return this.pairs.values();
  },
  [Symbol.iterator]() {
    return this.pairs.values();
  },
};

/** What a form sends, or what a script puts in. */
function FormData(form) {
  this.pairs = form ? fieldsOf(form) : [];
}
Object.assign(FormData.prototype, PAIRS);

Object.assign(globalThis, {
  MutationObserver: Observer,
  ResizeObserver: Observer,
  PerformanceObserver: Observer,
  IntersectionObserver,
  Blob,
  File,
  XMLHttpRequest: Request,
  WebSocket: Socket,
  EventSource: Socket,
  AbortController,
  AbortSignal,
  MessageChannel,
  FormData,
});
for (const name of ["FileReader", "Headers", "Request", "Response", "Worker", "BroadcastChannel"]) {
  globalThis[name] = Deaf;
}
for (const name of ["AudioContext", "webkitAudioContext", "OfflineAudioContext", "SpeechSynthesisUtterance", "FontFace"]) {
  globalThis[name] = nothing;
}
for (const name of ["menubar", "toolbar", "statusbar", "locationbar", "personalbar", "scrollbars"]) {
  globalThis[name] = { visible: true };
}

/** Classes whose only object is known, so that it can be asked whether something is one. */
const isOnly = (known) => ({ [Symbol.hasInstance]: (value) => value === known() });
const ONLY = {
  Window: () => globalThis,
  Navigator: () => globalThis.navigator,
  Location: () => globalThis.location,
  History: () => globalThis.history,
  Screen: () => globalThis.screen,
};
for (const [name, known] of Object.entries(ONLY)) {
  globalThis[name] = Object.defineProperties(function Only() {}, Object.getOwnPropertyDescriptors(isOnly(known)));
}
globalThis.Storage = Object.defineProperties(function Only() {}, {
  [Symbol.hasInstance]: { value: (value) => value === globalThis.localStorage || value === globalThis.sessionStorage },
});
Object.assign(globalThis, {
  clientInformation: globalThis.navigator,
  external: silence("AddSearchProvider IsSearchProviderInstalled"),
  NodeFilter: { SHOW_ALL: 0xffffffff, SHOW_ELEMENT: 1, SHOW_TEXT: 4, SHOW_COMMENT: 128, FILTER_ACCEPT: 1, FILTER_REJECT: 2, FILTER_SKIP: 3 },
});
Object.defineProperty(globalThis, Symbol.toStringTag, { value: "Window", configurable: true });

// Texts, addresses and copies.

function addressOf(text) {
  const parts = /^(?:([a-z][\w+.-]*:)(?:\/\/([^/?#]*))?)?([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(text) ?? [];
  const [, scheme, authority = "", path = "", search = "", hash = ""] = parts;
  const [, username = "", password = "", host] = /^(?:([^:@]*)(?::([^@]*))?@)?(.*)$/.exec(authority);
  const pathname = scheme || path.startsWith("/") ? path : `/${path}`;
  return {
    protocol: scheme ?? "file:",
    username,
    password,
    host,
    hostname: host.replace(/:\d+$/, ""),
    port: /:(\d+)$/.exec(host)?.[1] ?? "",
    pathname,
    search,
    hash,
    origin: scheme && host ? `${scheme}//${host}` : "null",
    href: scheme ? text : `file://${pathname}${search}${hash}`,
  };
}

class URLSearchParams {
  constructor(query) {
    this.pairs = [];
    const given = typeof query === "object" && query ? query : {};
    this.pairs.push(...(Symbol.iterator in given ? given : Object.entries(given)));
    const words = typeof query === "string" ? query.replace(/^\?/, "").split("&") : [];
    for (const word of words.filter(Boolean)) {
      const [name, ...value] = word.replace(/\+/g, " ").split("=");
      this.pairs.push([decodeURIComponent(name), decodeURIComponent(value.join("="))]);
    }
  }
  get size() {
    return this.pairs.length;
  }
  toString() {
    return this.pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  }
}

Object.assign(URLSearchParams.prototype, PAIRS);

const HAS_SCHEME = /^[a-z][\w+.-]*:/i;

class URL {
  constructor(text, base) {
    let address = String(text);
    if (!HAS_SCHEME.test(address)) {
      if (!base) {
        throw new TypeError("Invalid URL");
      }
      const { protocol, host, pathname } = addressOf(String(base));
      const folder = address.startsWith("/") ? "" : pathname.replace(/[^/]*$/, "");
      address = `${protocol}//${host}${folder}${address}`;
    }
    Object.assign(this, addressOf(address));
    this.searchParams = new URLSearchParams(this.search);
  }
  toString() {
    return this.href;
  }
  toJSON() {
    return this.href;
  }
  static canParse(text, base) {
    return HAS_SCHEME.test(text) || Boolean(base);
  }
  static createObjectURL() {
    return "blob:null/0";
  }
  static revokeObjectURL() {}
}

class TextEncoder {
  encode(text) {
    return Uint8Array.from(unescape(encodeURIComponent(text)), (letter) => letter.charCodeAt(0));
  }
}

class TextDecoder {
  decode(bytes) {
    const letters = bytes ? String.fromCharCode(...new Uint8Array(bytes.buffer ?? bytes)) : "";
    return decodeURIComponent(escape(letters));
  }
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function decodeBase64(text) {
  let bits = 0;
  let count = 0;
  let letters = "";
  for (const sign of String(text).replace(/[=\s]/g, "")) {
    bits = ((bits << 6) | BASE64.indexOf(sign)) & 0xffffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      letters += String.fromCharCode((bits >> count) & 255);
    }
  }
  return letters;
}

function encodeBase64(text) {
  let signs = "";
  for (let i = 0; i < text.length; i += 3) {
    const bytes = [0, 1, 2].map((offset) => text.charCodeAt(i + offset));
    const [first, second, third] = bytes.map((byte) => byte || 0);
    signs += BASE64[first >> 2] + BASE64[((first & 3) << 4) | (second >> 4)];
    signs += i + 1 < text.length ? BASE64[((second & 15) << 2) | (third >> 6)] : "=";
    signs += i + 2 < text.length ? BASE64[third & 63] : "=";
  }
  return signs;
}

function copyOf(value, copies = new Map()) {
  if (typeof value === "function") {
    throw new Error("a function cannot be copied");
  }
  if (value === null || typeof value !== "object") {
    return value;
  }
  if (copies.has(value)) {
    return copies.get(value);
  }
  if (value instanceof RealDate) {
    return new RealDate(value.getTime());
  }
  if (value instanceof RegExp) {
    return new RegExp(value.source, value.flags);
  }
  return copyOfParts(value, copies);
}

function copyOfParts(value, copies) {
  const copy = value instanceof Map ? new Map() : value instanceof Set ? new Set() : Array.isArray(value) ? [] : {};
  copies.set(value, copy);
  if (value instanceof Map) {
    value.forEach((item, key) => copy.set(copyOf(key, copies), copyOf(item, copies)));
  } else if (value instanceof Set) {
    value.forEach((item) => copy.add(copyOf(item, copies)));
  } else {
    for (const key of Object.keys(value)) {
      copy[key] = copyOf(value[key], copies);
    }
  }
  return copy;
}

Object.assign(globalThis, {
  URL,
  URLSearchParams,
  TextEncoder,
  TextDecoder,
  atob: decodeBase64,
  btoa: encodeBase64,
  structuredClone: (value) => copyOf(value),
  CSS: { supports: () => true, escape: (text) => String(text).replace(/[^\w-]/g, "\\$&") },
});

/** The types of the events that anything ever listened for. */
const heardTypes = new Set();
const KEY_EVENTS = ["keydown", "keyup", "keypress"];

/** False if no key can do anything. */
function hearsKeys() {
  const holders = [globalThis, document, document.body];
  const isHeard = (type) => heardTypes.has(type) || holders.some((holder) => holder[`on${type}`]);
  return KEY_EVENTS.some(isHeard) || document.querySelector("[onkeydown], [onkeyup], [onkeypress]") !== null;
}

// Listeners of the window itself.

const windowListeners = new Map();

function listenersOf(type) {
  if (!windowListeners.has(type)) {
    windowListeners.set(type, []);
  }
  return windowListeners.get(type);
}

/** A listener that hears one event only, or none once it is told to stop. */
function hearOnce(target, type, listener, options) {
  const forget = () => {
    target.removeEventListener(type, listener, options);
    target.removeEventListener(type, forget);
  };
  options?.signal?.addEventListener?.("abort", forget);
  if (options?.once && target === globalThis) {
    listenersOf(type).push(forget);
  }
}

Object.assign(globalThis, {
  addEventListener: (type, listener, options) => {
    if (listener) {
      heardTypes.add(type);
      listenersOf(type).push(listener);
      hearOnce(globalThis, type, listener, options);
    }
  },
  removeEventListener: (type, listener) => {
    windowListeners.set(type, listenersOf(type).filter((other) => other !== listener));
  },
  dispatchEvent: (event) => {
    const own = globalThis[`on${event.type}`];
    for (const listener of [...listenersOf(event.type), ...(typeof own === "function" ? [own] : [])]) {
      attempt(() => (listener.handleEvent ? listener.handleEvent(event) : listener.call(globalThis, event)));
    }
    return true;
  },
});
delete globalThis.Atomics;
delete globalThis.SharedArrayBuffer;
