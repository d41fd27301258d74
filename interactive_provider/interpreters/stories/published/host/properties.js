// What elements have in a browser besides what linkedom gives them: properties that are attributes, the parts of forms
// and tables, and the classes by their names.

const attributeOf = (property) => {
  const known = { htmlFor: "for", defaultChecked: "checked", defaultSelected: "selected", className: "class" };
  return known[property] ?? property.replace(/^aria(?=[A-Z])/, "aria-").toLowerCase();
};

const KINDS = {
  text: {
    read: (element, name) => element.getAttribute(name) ?? "",
    write: (element, name, value) => element.setAttribute(name, value),
  },
  /** As text, but null where there is none. */
  state: {
    read: (element, name) => element.getAttribute(name),
    write: (element, name, value) => (value === null ? element.removeAttribute(name) : element.setAttribute(name, value)),
  },
  truth: {
    read: (element, name) => element.hasAttribute(name),
    write: (element, name, value) => element.toggleAttribute(name, Boolean(value)),
  },
  count: {
    read: (element, name) => Number(element.getAttribute(name) ?? COUNTS[name] ?? -1),
    write: (element, name, value) => element.setAttribute(name, value),
  },
};
/** What a number is that no attribute gives. */
const COUNTS = { rows: 2, cols: 20, size: 20, colspan: 1, rowspan: 1, start: 1 };

/** Properties that are attributes: of which kind, of which elements. */
const REFLECTED = [
  ["truth", "details dialog", "open"],
  ["truth", "input", "multiple readOnly required defaultChecked"],
  ["truth", "textarea", "readOnly required"],
  ["truth", "select", "multiple required"],
  ["truth", "option", "disabled defaultSelected"],
  ["truth", "*", "inert autofocus"],
  ["text", "input", "min max step pattern accept autocomplete alt"],
  ["text", "form", "method target name action"],
  ["text", "button", "value name"],
  ["text", "label output", "htmlFor"],
  ["text", "a", "rel target download hreflang"],
  ["text", "*", "inputMode enterKeyHint dir"],
  ["state", "*", "role ariaLabel ariaHidden ariaExpanded ariaPressed ariaDisabled ariaLive ariaChecked ariaSelected"],
  ["count", "textarea", "rows cols maxLength minLength"],
  ["count", "input", "size maxLength minLength"],
  ["count", "td th", "colSpan rowSpan"],
];

/** Let elements with some tags have a property; for all others it is one that a script may set. */
function defineFor(tags, name, read, write) {
  const isMeant = tags === "*" ? () => true : (element) => tags.split(" ").includes(element.localName);
  const owners = tags === "*" ? [Element.prototype] : tags.split(" ").map((tag) => prototypeOf(document, tag));
  for (const owner of new Set(owners)) {
    const before = definitionOf(owner, name)?.description;
    define(
      owner,
      name,
      function readMeant() {
        return isMeant(this) ? read(this) : before?.get?.call(this);
      },
      function writeMeant(value) {
        if (isMeant(this) && write) {
          write(this, value);
        } else if (!isMeant(this) && before?.set) {
          before.set.call(this, value);
        } else {
          Object.defineProperty(this, name, { value, writable: true, configurable: true });
        }
      },
    );
  }
}

function reflectAttributes() {
  for (const [kind, tags, names] of REFLECTED) {
    const { read, write } = KINDS[kind];
    for (const name of names.split(" ")) {
      const attribute = attributeOf(name);
      defineFor(
        tags,
        name,
        (element) => read(element, attribute),
        (element, value) => write(element, attribute, value),
      );
    }
  }
}

// Forms and tables

const FIELDS = "input, select, textarea, button, output, fieldset";

/** A list of elements as a browser gives it: by number, and by name. */
function collectionOf(elements) {
  const list = [...elements];
  list.item = (index) => list[index] ?? null;
  list.namedItem = (name) => list.find((one) => one.id === name || one.getAttribute("name") === name) ?? null;
  return list;
}

/** What a form sends: names with values. */
function fieldsOf(form) {
  const isSent = (field) => {
    const isOff = READS_ON.test(field.type) && !field.checked;
    return field.getAttribute("name") && !field.disabled && !isOff && !/^(button|fieldset)$/.test(field.localName);
  };
  return [...form.querySelectorAll(FIELDS)].filter(isSent).map((field) => [field.getAttribute("name"), field.value]);
}

function resetField(field) {
  typed.delete(field);
  checked.delete(field);
  picked.delete(field);
}

function moveNumber(input, steps) {
  const step = Number(input.getAttribute("step"));
  input.value = Number(input.value || 0) + steps * (step || 1);
}

const rowsOf = (table) => collectionOf(table.querySelectorAll("tr"));
const cellsOf = (row) => collectionOf([...row.children].filter((cell) => /^t[dh]$/.test(cell.localName)));

function insertAt(parent, tag, neighbours, index) {
  const element = document.createElement(tag);
  parent.insertBefore(element, neighbours[index] ?? null);
  return element;
}

function insertRow(table, index) {
  const rows = rowsOf(table);
  const after = rows[index];
  const parent = after?.parentNode ?? rows.at(-1)?.parentNode ?? table.querySelector("tbody") ?? table;
  const body = parent.localName === "table" ? parent.appendChild(document.createElement("tbody")) : parent;
  return insertAt(body, "tr", after ? [after] : [], 0);
}

const within = (selector) => (element) => collectionOf(element.querySelectorAll(selector));
const first = (selector) => (element) => element.querySelector(selector);
const placeIn = (list) => (element) => (list(element) ?? []).indexOf(element);

function givePartsOfForms() {
  defineFor("form", "elements", within(FIELDS));
  defineFor("form", "length", (form) => form.querySelectorAll(FIELDS).length);
  defineFor("button select textarea option label", "form", (field) => field.closest("form"));
  defineFor("label", "control", (label) => document.getElementById(label.htmlFor) ?? label.querySelector(FIELDS));
  defineFor("textarea", "textLength", (area) => area.value.length);
  for (const name of ["selectionStart", "selectionEnd"]) {
    defineFor("input textarea", name, (field) => selections.get(field)?.[name] ?? String(field.value).length);
  }
  defineFor("table tbody thead tfoot", "rows", rowsOf);
  defineFor("table", "tBodies", within("tbody"));
  defineFor("table", "tHead", first("thead"));
  defineFor("table", "tFoot", first("tfoot"));
  defineFor("table", "caption", first("caption"));
  defineFor("tr", "cells", cellsOf);
  defineFor("tr", "rowIndex", placeIn((row) => row.closest("table") && rowsOf(row.closest("table"))));
  defineFor("td th", "cellIndex", placeIn((cell) => cell.parentNode && cellsOf(cell.parentNode)));
}

/** The parts of boxes that are selected. */
const selections = new WeakMap();

const METHODS = {
  reset() {
    this.querySelectorAll(FIELDS).forEach(resetField);
    happen(this, "reset", {});
  },
  requestSubmit() {
    happen(this, "submit", {});
  },
  submit: doNothing,
  stepUp(steps = 1) {
    moveNumber(this, steps);
  },
  stepDown(steps = 1) {
    moveNumber(this, -steps);
  },
  setSelectionRange(selectionStart, selectionEnd) {
    selections.set(this, { selectionStart, selectionEnd });
  },
  insertRow(index = -1) {
    return insertRow(this, index);
  },
  deleteRow(index) {
    rowsOf(this).at(index)?.remove();
  },
  insertCell(index = -1) {
    return insertAt(this, "td", cellsOf(this), index);
  },
  deleteCell(index) {
    cellsOf(this).at(index)?.remove();
  },
  show() {
    this.setAttribute("open", "");
  },
  showModal() {
    this.setAttribute("open", "");
  },
  close(value) {
    if (this.hasAttribute("open")) {
      this.removeAttribute("open");
      this.returnValue = value ?? this.returnValue ?? "";
      soon(this, "close");
    }
  },
  checkVisibility() {
    return this.isConnected && hiddenBy(this) !== "display";
  },
};

/** All elements inside one, where linkedom looks for a tag of that name. */
function getAllByTagName() {
  const { owner } = definitionOf(Element.prototype, "getElementsByTagName");
  const { getElementsByTagName } = owner;
  owner.getElementsByTagName = function getByTagName(tag) {
    return tag === "*" ? this.querySelectorAll(tag) : getElementsByTagName.call(this, tag);
  };
}

/** Methods are shared by all elements; one with the same name of linkedom's own stays for the others. */
function giveMethods() {
  for (const [name, method] of Object.entries(METHODS)) {
    HTMLElement.prototype[name] ??= method;
  }
  HTMLElement.prototype.setSelectionRange = METHODS.setSelectionRange;
  const lists = prototypeOf(document, "select");
  const remove = Element.prototype.remove;
  lists.item = function item(index) {
    return this.options[index] ?? null;
  };
  lists.remove = function removeOption(index) {
    (index === undefined ? this : this.options[index])?.[REMOVED]();
  };
  Element.prototype[REMOVED] = remove;
  prototypeOf(document, "canvas").getContext = makeDrawing;
  Text.prototype.splitText ??= function splitText(at) {
    const rest = document.createTextNode(this.data.slice(at));
    this.data = this.data.slice(0, at);
    this.after(rest);
    return rest;
  };
  define(HTMLElement.prototype, "outerText", function outerText() {
    return this.innerText;
  });
  defineFor(
    "a",
    "text",
    (link) => link.textContent,
    (link, words) => {
      link.textContent = words;
    },
  );
  defineFor(
    "button",
    "type",
    (button) => button.getAttribute("type") ?? "submit",
    (button, type) => button.setAttribute("type", type),
  );
  define(Event.prototype, "isTrusted", () => false);
  const tokens = Object.getPrototypeOf(document.body.classList);
  tokens.item ??= function item(index) {
    return [...this][index] ?? null;
  };
  tokens.toString = function words() {
    return this.value;
  };
}
const REMOVED = Symbol("removed");

// Classes and lists of the document

/** Classes by the tags of their elements, where linkedom has none. */
const CLASSES = {
  Paragraph: "p", Heading: "h1 h2 h3 h4 h5 h6", Table: "table", TableRow: "tr", TableCell: "td th", UList: "ul",
  OList: "ol", LI: "li", Details: "details", Dialog: "dialog", Span: "span", Div: "div", Pre: "pre", BR: "br", HR: "hr",
  Quote: "blockquote q", FieldSet: "fieldset", Legend: "legend", Output: "output", Progress: "progress", Meter: "meter",
  Source: "source", Body: "body", Head: "head", Html: "html", Title: "title", Meta: "meta", Picture: "picture",
  DataList: "datalist", OptGroup: "optgroup", TableSection: "tbody thead tfoot", TableCaption: "caption",
};

function giveClasses() {
  for (const [name, tags] of Object.entries(CLASSES)) {
    const isOne = (element) => tags.split(" ").includes(element?.localName);
    globalThis[`HTML${name}Element`] = class extends HTMLElement {
      static [Symbol.hasInstance](element) {
        return isOne(element);
      }
    };
  }
  const isPage = (value) => value?.nodeType === 9;
  globalThis.HTMLDocument = Object.defineProperty(function HTMLDocument() {}, Symbol.hasInstance, { value: isPage });
}

function giveLists() {
  const lists = { forms: "form", images: "img", scripts: "script", links: "a[href], area[href]", embeds: "embed", anchors: "a[name]" };
  for (const [name, selector] of Object.entries(lists)) {
    define(document, name, () => collectionOf(document.querySelectorAll(selector)));
  }
  define(document, "styleSheets", () => collectionOf([...document.querySelectorAll("style")].map((style) => style.sheet)));
  for (const [name, value] of Object.entries({ charset: "UTF-8", inputEncoding: "UTF-8", contentType: "text/html", dir: "", designMode: "off" })) {
    document[name] ??= value;
  }
  define(document, "documentURI", () => globalThis.location.href);
  Object.assign(document, {
    getElementsByName: (name) => document.querySelectorAll(`[name="${CSS.escape(name)}"]`),
    elementsFromPoint: () => [],
    adoptNode: (node) => node,
    getAnimations: () => [],
    queryCommandSupported: () => false,
    queryCommandState: () => false,
    exitPointerLock: doNothing,
  });
}

/** A text of HTML as a page, where it is only a part of one. */
function readAsPage() {
  const { parseFromString } = DOMParser.prototype;
  DOMParser.prototype.parseFromString = function parse(text, type) {
    const isPart = type === "text/html" && !/<(html|body)\b/i.test(text);
    const whole = isPart ? `<!doctype html><html><head></head><body>${text}</body></html>` : text;
    return parseFromString.call(this, whole, type);
  };
  globalThis.XMLSerializer ??= class {
    serializeToString(node) {
      return String(node);
    }
  };
}

const POSITIONS = {
  DISCONNECTED: 1,
  PRECEDING: 2,
  FOLLOWING: 4,
  CONTAINS: 8,
  CONTAINED_BY: 16,
  IMPLEMENTATION_SPECIFIC: 32,
};

/** A node and all that it stands in, the outermost first. */
function lineOf(node) {
  const line = [];
  for (let at = node; at; at = at.parentNode) {
    line.unshift(at);
  }
  return line;
}

/** Where one node stands to another: linkedom only says which of them is nested deeper. */
function positionOf(node, other) {
  const line = lineOf(node);
  const others = lineOf(other);
  if (line[0] !== others[0]) {
    return POSITIONS.DISCONNECTED + POSITIONS.IMPLEMENTATION_SPECIFIC + POSITIONS.FOLLOWING;
  }
  const fork = line.findIndex((one, depth) => one !== others[depth]);
  if (fork < 0) {
    return node === other ? 0 : POSITIONS.CONTAINED_BY + POSITIONS.FOLLOWING;
  }
  if (fork === others.length) {
    return POSITIONS.CONTAINS + POSITIONS.PRECEDING;
  }
  let after = line[fork].nextSibling;
  while (after && after !== others[fork]) {
    after = after.nextSibling;
  }
  return after ? POSITIONS.FOLLOWING : POSITIONS.PRECEDING;
}

function placeNodes() {
  const { owner } = definitionOf(Element.prototype, "compareDocumentPosition");
  for (const holder of new Set([owner, document])) {
    holder.compareDocumentPosition = function comparePosition(other) {
      return positionOf(this, other);
    };
  }
}

function giveProperties() {
  placeNodes();
  reflectAttributes();
  givePartsOfForms();
  giveMethods();
  getAllByTagName();
  giveClasses();
  giveLists();
  readAsPage();
}
