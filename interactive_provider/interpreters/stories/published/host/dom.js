// What linkedom's document lacks of a browser's: an address, sizes, focus, named elements, scripts put into the page.

const RECTANGLE = { left: 0, top: 0, right: 100, bottom: 20, width: 100, height: 20, x: 0, y: 0 };
const PAGE_WIDTH = 1280;
const PAGE_HEIGHT = 720;

/** What of linkedom is a name of the window. */
const WINDOW_CLASSES = `Node Element HTMLElement Event CustomEvent DocumentFragment Text Comment NodeFilter DOMParser
  HTMLInputElement HTMLImageElement SVGElement HTMLAnchorElement HTMLButtonElement HTMLUnknownElement EventTarget
  CharacterData Document HTMLDocument NodeList HTMLTemplateElement HTMLIFrameElement HTMLTextAreaElement
  HTMLSelectElement HTMLOptionElement HTMLAudioElement HTMLVideoElement HTMLMediaElement HTMLDivElement HTMLSpanElement
  HTMLFormElement HTMLLabelElement HTMLCanvasElement HTMLStyleElement HTMLScriptElement HTMLLinkElement customElements
  InputEvent Range ShadowRoot Attr XMLSerializer HTMLCollection`;
const EVENT_CLASSES = `MouseEvent KeyboardEvent InputEvent PointerEvent TouchEvent FocusEvent WheelEvent UIEvent
  AnimationEvent TransitionEvent DragEvent ErrorEvent ProgressEvent PopStateEvent HashChangeEvent StorageEvent
  MessageEvent SubmitEvent ClipboardEvent CompositionEvent PageTransitionEvent CloseEvent`;

/** Define a property that scripts may still replace by a value of their own. */
function define(target, name, get, set) {
  const replace = function replace(value) {
    Object.defineProperty(this, name, { value, writable: true, configurable: true });
  };
  attempt(() => Object.defineProperty(target, name, { get, set: set ?? replace, configurable: true }));
}

function defineAll(target, getters) {
  for (const [name, get] of Object.entries(getters)) {
    define(target, name, get);
  }
}

/** Properties that are attributes of the same name. */
function reflect(prototype, names) {
  for (const name of names) {
    define(
      prototype,
      name,
      function read() {
        return this.getAttribute(name) ?? "";
      },
      function write(value) {
        this.setAttribute(name, value);
      },
    );
  }
}

function prototypeOf(document, tag) {
  return Object.getPrototypeOf(document.createElement(tag));
}

/** The prototype in a chain that defines a property, with its description. */
function definitionOf(prototype, name) {
  for (let owner = prototype; owner; owner = Object.getPrototypeOf(owner)) {
    const description = Object.getOwnPropertyDescriptor(owner, name);
    if (description) {
      return { owner, description };
    }
  }
  return null;
}

/** Elements that listen for clicks have this property, and listeners the function that stands for them. */
const LISTENS = Symbol("listens");
const ENDS = /^(webkit)?(animation|transition)end$/i;

/** A listener as a browser calls it: for the element that it belongs to, and a fault of it stops no other one. */
function asHeard(listener) {
  if (!Object.isExtensible(listener)) {
    return listener;
  }
  listener[LISTENS] ??= (event) =>
    attempt(() => (listener.handleEvent ? listener.handleEvent(event) : listener.call(event.currentTarget, event)));
  return listener[LISTENS];
}

/** Remember what can be pressed; an animation takes no time, so who waits for its end need not wait. */
function noteListeners() {
  const { owner } = definitionOf(Element.prototype, "addEventListener");
  const { addEventListener, removeEventListener } = owner;
  owner.addEventListener = function addAndNote(type, listener, options) {
    if (!listener) {
      return;
    }
    heardTypes.add(type);
    addEventListener.call(this, type, asHeard(listener), options);
    hearOnce(this, type, listener, options);
    if (this instanceof Element && type === "click") {
      this[LISTENS] = true;
    } else if (this instanceof Element && ENDS.test(type)) {
      soon(this, type);
    }
  };
  owner.removeEventListener = function removeHeard(type, listener) {
    removeEventListener.call(this, type, listener?.[LISTENS] ?? listener);
  };
}

/** Put what stands beside the head and the body into the body, as a browser does with a second one. */
function gatherInBody(document) {
  const { body, head, documentElement } = document;
  for (const node of [...documentElement.childNodes].filter((child) => child !== head && child !== body)) {
    body.append(node);
    if (/^(HTML|HEAD|BODY)$/.test(node.nodeName)) {
      node.replaceWith(...node.childNodes);
    }
  }
}

/** Make events happen to an element soon, one after another. */
function soon(element, ...types) {
  for (const type of types) {
    addTimer(() => element.dispatchEvent(new Event(type)), 1, [], false);
  }
}

function exportClasses(view) {
  for (const name of WINDOW_CLASSES.split(/\s+/)) {
    const value = attempt(() => view[name]);
    if (value !== undefined) {
      globalThis[name] = value;
    }
  }
  globalThis.HTMLCollection ??= globalThis.NodeList;
  for (const name of EVENT_CLASSES.split(/\s+/)) {
    globalThis[name] ??= class extends Event {
      constructor(type, details = {}) {
        super(type, details);
        for (const [key, value] of Object.entries({ ...NO_KEYS, ...MOUSE, ...details })) {
          this[key] ??= value;
        }
      }
      getModifierState(key) {
        return Boolean(this[`${key.toLowerCase()}Key`]);
      }
    };
  }
}

// Elements

function computedLook(element, name) {
  if (/duration|delay/i.test(name)) {
    return "0s";
  }
  if (/color/i.test(name)) {
    return "rgb(0, 0, 0)";
  }
  if (/^(width|height|top|left|margin|padding|line-?height)/i.test(name)) {
    return "0px";
  }
  const known = {
    display: () => (hiddenBy(element) === "display" ? "none" : displayOf(element)),
    visibility: () => "visible",
    opacity: () => "1",
    position: () => "static",
    zIndex: () => "auto",
    "z-index": () => "auto",
    fontSize: () => "16px",
    "font-size": () => "16px",
  };
  return known[name]?.() ?? element.style?.[name] ?? "";
}

/** What the sheets say, else what a browser does with an element of that tag: those that it does not know stand in a line. */
function displayOf(element) {
  const { display } = ownLook(element, looksOf(element, currentRules()));
  return display ?? (BLOCKS.has(element.tagName.toUpperCase()) ? "block" : "inline");
}

function getComputedStyle(element) {
  const look = (name) => computedLook(element, name);
  return new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === "getPropertyValue") {
          return look;
        }
        return name === "length" ? 0 : typeof name === "string" ? look(name) : undefined;
      },
    },
  );
}

/** A canvas whose every method does nothing. */
function makeDrawing() {
  const known = {
    measureText: () => ({ width: 10 }),
    getImageData: () => ({ data: [0, 0, 0, 0] }),
    createImageData: () => ({ data: [0, 0, 0, 0] }),
    createPattern: () => ({}),
  };
  for (const kind of ["Linear", "Radial", "Conic"]) {
    known[`create${kind}Gradient`] = () => ({ addColorStop: doNothing });
  }
  return new Proxy(known, { get: (own, name) => own[name] ?? doNothing });
}

function mendElements(document) {
  const elements = Element.prototype;
  for (const name of ["click", "focus", "blur"]) {
    delete HTMLElement.prototype[name];
  }
  const isShown = (element) => element.isConnected && !hiddenBy(element);
  Object.assign(
    elements,
    silence("scrollIntoView scrollTo scroll scrollBy requestPointerLock setPointerCapture releasePointerCapture"),
    silence("setCustomValidity select setSelectionRange"),
    {
      getBoundingClientRect: () => ({ ...RECTANGLE, toJSON: () => RECTANGLE }),
      getClientRects() {
        return isShown(this) ? [RECTANGLE] : [];
      },
      checkValidity: () => true,
      reportValidity: () => true,
      requestFullscreen: () => Promise.reject(new Error("not possible")),
      attachInternals: () => ({}),
      focus() {
        focused = this;
      },
      blur() {
        focused = null;
      },
      click() {
        click(this);
      },
      getContext: makeDrawing,
      toDataURL: () => "data:,",
      toBlob: (work) => work(new Blob([])),
      getAnimations: () => [],
      animate: () => ({
        ...silence("cancel play pause"),
        finished: Promise.resolve(),
        onfinish: null,
        addEventListener: (type, work) => {
          if (type === "finish") {
            addTimer(work, 0, [], false);
          }
        },
      }),
    },
  );
  for (const part of ["client", "offset", "scroll"]) {
    define(elements, `${part}Width`, () => PAGE_WIDTH);
    define(elements, `${part}Height`, () => PAGE_HEIGHT);
  }
  for (const name of ["offsetLeft", "offsetTop", "clientLeft", "clientTop"]) {
    define(elements, name, () => 0);
  }
  for (const name of ["scrollTop", "scrollLeft"]) {
    define(elements, name, () => 0, doNothing);
  }
  define(elements, "offsetParent", function offsetParent() {
    return isShown(this) ? document.body : null;
  });
  mendTexts(document);
  mendStyles(document);
}

function mendTexts(document) {
  define(
    HTMLElement.prototype,
    "innerText",
    function read() {
      return visibleText(this).replace(/\n{3,}/g, "\n\n").trim();
    },
    function write(value) {
      this.textContent = value;
    },
  );
  const wordsOf = (node) =>
    [...node.childNodes].map((child) => (child.nodeType === 3 ? child.data : child.nodeType === 1 ? wordsOf(child) : "")).join("");
  define(
    DocumentFragment.prototype,
    "textContent",
    function read() {
      return wordsOf(this);
    },
    function write(value) {
      this.replaceChildren(...(value === "" ? [] : [document.createTextNode(value)]));
    },
  );
}

/** `element.style = "…"` sets the attribute, as in a browser. */
function mendStyles(document) {
  const { owner, description } = definitionOf(document.createElement("div"), "style");
  Object.defineProperty(owner, "style", {
    ...description,
    set(value) {
      this.setAttribute("style", String(value));
    },
    configurable: true,
  });
}

function mendAnchors(document) {
  const anchors = prototypeOf(document, "a");
  for (const part of ["protocol", "host", "hostname", "port", "pathname", "search", "hash", "origin"]) {
    define(anchors, part, function read() {
      return addressOf(this.getAttribute("href") ?? "")[part];
    });
  }
  define(
    anchors,
    "href",
    function read() {
      return this.hasAttribute("href") ? addressOf(this.getAttribute("href")).href : "";
    },
    function write(value) {
      this.setAttribute("href", value);
    },
  );
}

// Elements with an id are names of the window; scripts that are put into the page run.

function nameGlobally(document, id) {
  if (/^[A-Za-z_$][\w$]*$/.test(id) && !(id in globalThis)) {
    define(globalThis, id, () => document.getElementById(id) ?? undefined);
  }
}

function nameElements(document) {
  const named = (id) => nameGlobally(document, String(id));
  for (const element of document.querySelectorAll("[id]")) {
    named(element.id);
  }
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function setAndName(name, value) {
    setAttribute.call(this, name, value);
    if (name === "id") {
      named(value);
    }
  };
  wrapSetter(Element.prototype, "id", named);
  wrapSetter(prototypeOf(document, "div"), "innerHTML", (html) => {
    for (const match of String(html).matchAll(/\bid=["']?([\w$]+)/g)) {
      named(match[1]);
    }
  });
}

/** Do something more after a property was set. */
function wrapSetter(prototype, name, after) {
  const definition = definitionOf(prototype, name);
  const set = definition?.description.set;
  for (const owner of set ? new Set([definition.owner, prototype, Element.prototype]) : []) {
    Object.defineProperty(owner, name, {
      ...definition.description,
      set(value) {
        set.call(this, value);
        after(value);
      },
      configurable: true,
    });
  }
}

const scriptsRun = new WeakSet();

function arrive(node) {
  const tag = node?.nodeType === 1 ? node.localName : "";
  if (tag === "script" && node.isConnected && !scriptsRun.has(node)) {
    scriptsRun.add(node);
    const type = node.getAttribute("type") ?? "";
    if (node.getAttribute("src")) {
      soon(node, "error");
    } else if (type === "" || /javascript|module/i.test(type)) {
      attempt(() => runSource(node.textContent));
    }
  } else if (tag === "link") {
    soon(node, "error");
  } else if (tag === "iframe") {
    soon(node, "load");
  }
}

function runArrivingScripts() {
  for (let owner = Element.prototype; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) {
    for (const name of "insertBefore appendChild append prepend before after replaceWith".split(" ")) {
      const insert = Object.hasOwn(owner, name) ? owner[name] : null;
      if (insert) {
        owner[name] = function insertAndArrive(...nodes) {
          const result = insert.apply(this, nodes);
          nodes.forEach(arrive);
          return result;
        };
      }
    }
  }
}

/** jQuery trusts a method only if it reads as native; otherwise it searches by a slower way of its own. */
function readAsNative(document) {
  const names = `querySelectorAll querySelector getElementsByClassName getElementById getElementsByTagName matches
    hasFocus contains compareDocumentPosition webkitMatchesSelector`;
  for (const owner of [document, Element.prototype, Node.prototype]) {
    for (const name of names.split(/\s+/)) {
      attempt(() => {
        owner[name].toString = () => `function ${name}() { [native code] }`;
      });
    }
  }
}

let focused = null;

function mendDocument(document, page) {
  defineAll(document, {
    defaultView: () => globalThis,
    readyState: () => page.readyState,
    activeElement: () => focused ?? document.body,
    location: () => globalThis.location,
    visibilityState: () => "visible",
    fullscreenElement: () => null,
    fullscreenEnabled: () => false,
    scrollingElement: () => document.documentElement,
    currentScript: () => null,
    compatMode: () => "CSS1Compat",
    characterSet: () => "UTF-8",
    URL: () => globalThis.location.href,
    referrer: () => "",
    domain: () => "",
  });
  define(document, "cookie", () => "", doNothing);
  Object.assign(document, silence("write writeln open close"), {
    // jQuery compares a document to true: linkedom would write all of it as HTML.
    [Symbol.toPrimitive]: () => "[object HTMLDocument]",
    hidden: false,
    hasFocus: () => true,
    execCommand: () => false,
    exitFullscreen: () => Promise.resolve(),
    elementFromPoint: () => null,
    getSelection: globalThis.getSelection,
    fonts: { ready: Promise.resolve(), add: doNothing, load: () => Promise.resolve([]), check: () => true },
  });
  attempt(() => {
    document.implementation ??= {};
    document.implementation.createHTMLDocument = (title = "") => {
      const made = linkedom.parseHTML("<!doctype html><html><head><title></title></head><body></body></html>").document;
      made.title = title;
      return made;
    };
  });
}
