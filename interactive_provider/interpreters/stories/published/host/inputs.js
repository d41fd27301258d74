// Boxes, lists and buttons: what is typed and chosen in them, and what happens when they are clicked.

const typed = new WeakMap();
const checked = new WeakMap();
const picked = new WeakMap();

const READS_ON = /^(checkbox|radio)$/;

function inputValue(input) {
  if (typed.has(input)) {
    return typed.get(input);
  }
  const fallback = READS_ON.test(input.type) ? "on" : input.type === "range" ? "50" : "";
  return input.getAttribute("value") ?? fallback;
}

function check(input, isOn) {
  checked.set(input, isOn);
  if (!isOn || input.type !== "radio" || !input.name) {
    return;
  }
  for (const other of input.getRootNode().querySelectorAll("input")) {
    if (other !== input && other.type === "radio" && other.name === input.name) {
      checked.set(other, false);
    }
  }
}

function mendInputs(document) {
  const inputs = prototypeOf(document, "input");
  define(
    inputs,
    "value",
    function read() {
      return inputValue(this);
    },
    function write(value) {
      typed.set(this, String(value ?? ""));
    },
  );
  define(
    inputs,
    "valueAsNumber",
    function read() {
      return this.value === "" ? NaN : Number(this.value);
    },
    function write(value) {
      this.value = value;
    },
  );
  define(
    inputs,
    "defaultValue",
    function read() {
      return this.getAttribute("value") ?? "";
    },
    function write(value) {
      this.setAttribute("value", value);
    },
  );
  define(
    inputs,
    "checked",
    function read() {
      return checked.has(this) ? checked.get(this) : this.hasAttribute("checked");
    },
    function write(value) {
      check(this, Boolean(value));
    },
  );
  define(
    inputs,
    "type",
    function read() {
      return (this.getAttribute("type") || "text").toLowerCase();
    },
    function write(value) {
      this.setAttribute("type", value);
    },
  );
  reflect(inputs, ["name"]);
  defineAll(inputs, {
    form() {
      return this.closest("form");
    },
    files: () => [],
    labels() {
      return this.id ? document.querySelectorAll(`label[for="${CSS.escape(this.id)}"]`) : [];
    },
  });
  mendTextAreas(document);
  mendLists(document);
}

function mendTextAreas(document) {
  const areas = prototypeOf(document, "textarea");
  define(
    areas,
    "value",
    function read() {
      return typed.has(this) ? typed.get(this) : this.textContent;
    },
    function write(value) {
      typed.set(this, String(value));
    },
  );
  define(
    areas,
    "defaultValue",
    function read() {
      return this.textContent;
    },
    function write(value) {
      this.textContent = value;
    },
  );
}

function selectedIndex(list) {
  const options = list.options;
  if (picked.has(list) && picked.get(list) < options.length) {
    return picked.get(list);
  }
  const marked = options.findLastIndex((option) => option.hasAttribute("selected"));
  return marked >= 0 || options.length === 0 ? marked : 0;
}

function mendLists(document) {
  const lists = prototypeOf(document, "select");
  defineAll(lists, {
    options() {
      const options = [...this.querySelectorAll("option")];
      options.item = (index) => options[index];
      return options;
    },
    length() {
      return this.options.length;
    },
    selectedOptions() {
      return this.options.slice(this.selectedIndex).slice(0, this.selectedIndex < 0 ? 0 : 1);
    },
    type() {
      return this.hasAttribute("multiple") ? "select-multiple" : "select-one";
    },
  });
  define(
    lists,
    "selectedIndex",
    function read() {
      return selectedIndex(this);
    },
    function write(index) {
      picked.set(this, Number(index));
    },
  );
  define(
    lists,
    "value",
    function read() {
      return this.options[this.selectedIndex]?.value ?? "";
    },
    function write(value) {
      this.selectedIndex = this.options.findIndex((option) => option.value === String(value));
    },
  );
  lists.add = function add(option) {
    this.appendChild(option);
  };
  mendListOptions(document);
}

function mendListOptions(document) {
  const options = prototypeOf(document, "option");
  const words = (option) => option.textContent.trim();
  for (const [name, fallback] of [
    ["value", words],
    ["label", words],
  ]) {
    define(
      options,
      name,
      function read() {
        return this.getAttribute(name) ?? fallback(this);
      },
      function write(value) {
        this.setAttribute(name, value);
      },
    );
  }
  define(
    options,
    "text",
    function read() {
      return words(this);
    },
    function write(value) {
      this.textContent = value;
    },
  );
  define(options, "index", function read() {
    return this.closest("select").options.indexOf(this);
  });
  define(
    options,
    "selected",
    function read() {
      const list = this.closest("select");
      return list ? list.options[list.selectedIndex] === this : this.hasAttribute("selected");
    },
    function write(value) {
      this.toggleAttribute("selected", Boolean(value));
      const list = this.closest("select");
      if (list && value) {
        list.selectedIndex = list.options.indexOf(this);
      }
    },
  );
  globalThis.Option = function Option(text, value) {
    const option = document.createElement("option");
    option.textContent = text ?? "";
    if (value !== undefined) {
      option.value = value;
    }
    return option;
  };
}

// What a reader does.

const MOUSE = { button: 0, buttons: 0, which: 1, detail: 1, clientX: 0, clientY: 0 };
const NO_KEYS = { ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };

/** Hear what an attribute such as `onclick` says, of an element and of all that it stands in. */
function hearAttributes(element, name) {
  for (let at = element; at?.nodeType === 1; at = at.parentNode) {
    const source = at.getAttribute(name);
    if (source && !at[name]) {
      at[name] = attempt(() => runSource(`(function (event) {${source}\n})`)) ?? null;
    }
  }
}

/** Let an event happen with some details; false if the page refuses what the event would do. */
function happen(element, type, details) {
  hearAttributes(element, `on${type}`);
  const event = new Event(type, { bubbles: true, cancelable: true });
  const described = { ...NO_KEYS, ...details, view: globalThis };
  for (const name of Object.keys(described)) {
    described[name] = { value: described[name], configurable: true };
  }
  attempt(() => Object.defineProperties(event, described));
  attempt(() => element.dispatchEvent(event));
  return !event.defaultPrevented;
}

function changed(element) {
  happen(element, "input", {});
  happen(element, "change", {});
}

function click(element) {
  if (element.disabled) {
    return;
  }
  const kind = element.tagName === "INPUT" && READS_ON.test(element.type) ? element.type : "";
  const was = kind ? element.checked : false;
  if (kind) {
    element.checked = kind === "radio" || !was;
  }
  const isAllowed = happen(element, "click", MOUSE);
  if (kind && !isAllowed) {
    element.checked = was;
  } else if (kind && element.checked !== was) {
    changed(element);
  } else if (isAllowed) {
    clickFurther(element);
  }
}

const SUBMITS = "button:not([type]), button[type=submit], input[type=submit]";

/** What a click on a label, on a summary or on the button of a form does besides. */
function clickFurther(element) {
  const address = element.closest("a")?.getAttribute("href") ?? "";
  if (/^javascript:/i.test(address)) {
    attempt(() => runSource(address.slice("javascript:".length)));
  }
  const form = element.matches(SUBMITS) ? element.closest("form") : null;
  if (form) {
    happen(form, "submit", {});
  } else if (element.tagName === "LABEL") {
    const id = element.getAttribute("for");
    const target = id ? element.ownerDocument.getElementById(id) : element.querySelector("input, select, textarea");
    if (target) {
      click(target);
    }
  } else if (element.tagName === "SUMMARY") {
    element.parentNode.toggleAttribute("open");
  }
}

function press(element) {
  happen(element, "mousedown", MOUSE);
  happen(element, "mouseup", MOUSE);
  click(element);
}

const KEY_CODES = { Enter: 13, " ": 32, Escape: 27, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };

function pressKey(element, key) {
  const code = KEY_CODES[key] ?? key.toUpperCase().charCodeAt(0);
  const details = { key, code: key === " " ? "Space" : key, which: code, keyCode: code };
  for (const type of ["keydown", "keypress", "keyup"]) {
    happen(element, type, details);
  }
}

function pickOption(list, index) {
  list.selectedIndex = index;
  changed(list);
}

/** The boxes that the reader has filled in. */
const filled = new WeakSet();

function typeInto(box, text) {
  const limit = Number(box.getAttribute("maxlength") ?? text.length);
  filled.add(box);
  box.focus();
  box.value = text.slice(0, limit);
  changed(box);
  pressKey(box, "Enter");
}
