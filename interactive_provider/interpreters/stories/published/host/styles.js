// What a reader can see: `display` and `visibility` by the page's own style sheets, and the words that remain.

const IMPORTANT = 1e9;
/** What a state of the mouse or a part of an element asks for is never so here. */
const NEVER_MATCHES = /::|:(hover|active|focus|before|after|visited)/;

/** Where the brace that closes a block stands. */
function closingBrace(css, start) {
  let depth = 1;
  let at = start;
  while (at < css.length && depth > 0) {
    depth += css[at] === "{" ? 1 : css[at] === "}" ? -1 : 0;
    at += 1;
  }
  return at;
}

function readSheet(css, rules) {
  let at = 0;
  for (let open = css.indexOf("{"); open >= 0; open = css.indexOf("{", at)) {
    const head = css.slice(at, open).replace(/^[\s;}]*(@(import|charset|namespace)[^;]*;\s*)*/, "").trim();
    at = closingBrace(css, open + 1);
    const body = css.slice(open + 1, at - 1);
    if (head[0] !== "@") {
      readRule(head, body, rules);
    } else if (/^@(media|supports|layer)/.test(head) && isScreen(head)) {
      readSheet(body, rules);
    }
  }
}

/** The looks that a block declares: `{display: [value, weight]}`. */
function declaredLooks(body) {
  const looks = {};
  for (const match of body.matchAll(/(?:^|;)\s*(display|visibility)\s*:\s*([a-z-]+)\s*(!important)?/gi)) {
    looks[match[1].toLowerCase()] = [match[2].toLowerCase(), match[3] ? IMPORTANT : 0];
  }
  return looks;
}

function specificity(selector) {
  const count = (pattern) => (selector.match(pattern) ?? []).length;
  const ids = count(/#[\w-]+/g);
  const classes = count(/\.[\w-]+|\[[^\]]*\]|:(?!not|is|where)[\w-]+/g);
  const tags = selector.replace(/[#.][\w-]+|\[[^\]]*\]|:[\w-]+(\([^)]*\))?/g, " ").match(/[a-z][\w-]*/gi) ?? [];
  return ids * 10000 + classes * 100 + tags.length;
}

function readRule(head, body, rules) {
  const looks = declaredLooks(body);
  if (Object.keys(looks).length === 0) {
    return;
  }
  for (const selector of head.split(/,(?![^(]*\))/).map((part) => part.trim())) {
    if (selector && !NEVER_MATCHES.test(selector)) {
      rules.push({ selector, looks, weight: specificity(selector) });
    }
  }
}

/** A selector without texts, conditions and states: its tags, ids and classes. */
function namesOnly(selector) {
  return selector.replace(/"[^"]*"|'[^']*'/g, "").replace(/:[\w-]+\([^)]*\)|\[[^\]]*\]|:[\w-]+/g, "");
}

/** The name without which an element cannot be meant by a selector: an id, a class or a tag, `*` if there is none. */
function keyOf(selector) {
  const last = isKnotty(selector) ? "" : namesOnly(selector).split(/[\s>+~]+/).at(-1);
  return (/[#.][\w-]+/.exec(last) ?? /^[a-z][\w-]*$/i.exec(last) ?? ["*"])[0];
}

/** The ids and classes that an element or what it stands in must have. */
function neededNames(selector) {
  const names = isKnotty(selector) ? "" : namesOnly(selector);
  return /[+~]/.test(names) ? [] : (names.match(/[.#][\w-]+/g) ?? []);
}

/** True if a selector has escaped signs, or brackets in brackets. */
function isKnotty(selector) {
  return /\\|\([^)]*\(/.test(selector);
}

/** A rule with the name without which it means nothing. */
function named(rule) {
  const key = keyOf(rule.selector);
  const name = /^[a-z]/i.test(key) ? key.toLowerCase() : key;
  return { ...rule, name, isKey: rule.selector === key && key !== "*", needs: neededNames(rule.selector) };
}

/** The rules of sheets that were read before, by their texts: a passage adds one and leaves the others as they are. */
const sheets = new Map();
const MOST_SHEETS = 100;

function rulesOf(css) {
  if (!sheets.has(css)) {
    const rules = [];
    readSheet(css.replace(/\/\*[\s\S]*?\*\//g, ""), rules);
    if (sheets.size >= MOST_SHEETS) {
      sheets.clear();
    }
    sheets.set(css, rules.map(named));
  }
  return sheets.get(css);
}

/** The rules of the sheets in their order, by the names without which they mean nothing. */
function indexed(texts) {
  const found = new Map();
  texts.flatMap(rulesOf).forEach((rule, place) => {
    if (!found.has(rule.name)) {
      found.set(rule.name, []);
    }
    found.get(rule.name).push({ ...rule, place });
  });
  return found;
}

/** The sheets that were read last: a text that is the same one is compared at once, where a map would read all of it. */
const read = { texts: [], rules: new Map() };

function currentRules() {
  const texts = [...document.querySelectorAll("style")].map((sheet) =>
    sheet.childNodes.length === 1 ? sheet.firstChild.data : sheet.textContent,
  );
  if (texts.length !== read.texts.length || texts.some((text, number) => text !== read.texts[number])) {
    read.texts = texts;
    read.rules = indexed(texts);
  }
  return read.rules;
}

/** Add what a rule says to what those before it say; of two with equal weight the later one counts. */
function addLooks(known, rule) {
  for (const [name, [value, importance]] of Object.entries(rule.looks)) {
    const weight = rule.weight + importance;
    if (!known[name] || weight >= known[name][1]) {
      known[name] = [value, weight];
    }
  }
}

/** The classes that were read last, by the attribute: this engine takes long to divide a text. */
const classes = new Map();

function classesOf(written) {
  if (!classes.has(written)) {
    if (classes.size >= MOST_SHEETS) {
      classes.clear();
    }
    classes.set(
      written,
      written.split(/\s+/).map((name) => `.${name}`),
    );
  }
  return classes.get(written);
}

/** The ids and classes of an element. */
function namesOf(element) {
  const written = element.getAttribute("class");
  const names = written ? classesOf(written) : [];
  return element.id ? [`#${element.id}`, ...names] : names;
}

/** The ids and classes of an element and of all that it stands in. */
function namesAround(element) {
  const names = new Set();
  for (let at = element; at?.nodeType === 1; at = at.parentNode) {
    namesOf(at).forEach((name) => names.add(name));
  }
  return names;
}

/** True if a rule can hide what it means. */
function hides({ looks }) {
  return looks.display?.[0] === "none" || /hidden|collapse/.test(looks.visibility?.[0] ?? "");
}

/** The looks that the sheets give to an element; none is asked for if only what hides it counts, and nothing can. */
function looksOf(element, rules, onlyHiding = false) {
  const names = new Set([...namesOf(element), element.localName, "*"]);
  const near = [...names].flatMap((name) => rules.get(name) ?? []);
  if (onlyHiding && !near.some(hides)) {
    return {};
  }
  const around = near.every((rule) => rule.isKey) ? names : namesAround(element);
  const known = {};
  for (const rule of near.toSorted((one, other) => one.place - other.place)) {
    const isPossible = rule.needs.every((name) => around.has(name));
    if (rule.isKey || (isPossible && attempt(() => element.matches(rule.selector)))) {
      addLooks(known, rule);
    }
  }
  return known;
}

/** How an element is displayed, by the sheets and by its own attribute. */
function ownLook(element, known = {}) {
  const written = element.getAttribute("style") ?? "";
  const own = written.includes(":") ? declaredLooks(written) : {};
  const look = {};
  for (const name of ["display", "visibility"]) {
    const [value, weight] = known[name] ?? [undefined, 0];
    const isOverruled = own[name] && !(weight >= IMPORTANT && own[name][1] < IMPORTANT);
    look[name] = isOverruled ? own[name][0] : value;
  }
  const isClosed = element.localName === "dialog" && !element.hasAttribute("open");
  if (look.display === undefined && (isClosed || element.hasAttribute("hidden"))) {
    look.display = "none";
  }
  return look;
}

/** What hides an element: `display` of it or of what it stands in, its `visibility`, or nothing. */
function hiddenBy(element) {
  const rules = currentRules();
  for (let at = element; at?.nodeType === 1; at = at.parentNode) {
    const look = ownLook(at, looksOf(at, rules, true));
    if (look.display === "none") {
      return "display";
    }
    if (at === element && /hidden|collapse/.test(look.visibility ?? "")) {
      return "visibility";
    }
  }
  return "";
}

const BLOCKS = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY DD DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI
  MAIN NAV OL P PRE SECTION TABLE TR UL DETAILS SUMMARY CENTER`.split(/\s+/),
);
const NOT_READ = new Set(
  "VIDEO AUDIO IFRAME NOSCRIPT SCRIPT STYLE TEMPLATE OBJECT CANVAS HEAD SVG MATH SELECT TEXTAREA".split(" "),
);

function isShut(element) {
  return element.nodeName === "DETAILS" && !element.hasAttribute("open");
}

/** The words of a part of the page, a line for each block. */
function visibleText(node) {
  let text = "";
  for (const child of node.childNodes) {
    const tag = child.nodeType === 1 ? child.tagName.toUpperCase() : "";
    if (child.nodeType === 3 && !isShut(node)) {
      text += child.data;
    } else if (tag === "BR") {
      text += "\n";
    } else if (tag && !NOT_READ.has(tag) && (!isShut(node) || tag === "SUMMARY")) {
      const isHidden = ownLook(child).display === "none";
      const line = BLOCKS.has(tag) ? "\n" : "";
      text += isHidden ? "" : line + visibleText(child) + line;
    }
  }
  return text;
}
