// What a reader can see: `display` and `visibility` by the page's own style sheets, and the words that remain.

const IMPORTANT = 1e9;
/** What a state of the mouse or a part of an element asks for is never so here. */
const NEVER_MATCHES = /::|:(hover|active|focus|before|after|visited)/;

/** The rules of each sheet that was read, by its text. */
const sheets = new Map();

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

function rulesOf(css) {
  if (!sheets.has(css)) {
    const rules = [];
    readSheet(css.replace(/\/\*[\s\S]*?\*\//g, ""), rules);
    sheets.set(css, rules);
  }
  return sheets.get(css);
}

function currentRules() {
  return [...document.querySelectorAll("style")].flatMap((sheet) => rulesOf(sheet.textContent));
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

/** The names by which a sheet can mean the elements in some parts of the page, or what these stand in. */
function namesAround(parts) {
  const names = new Set();
  const add = (element) => {
    names.add(`#${element.id}`);
    element.classList.forEach((name) => names.add(`.${name}`));
  };
  for (const part of parts) {
    part.querySelectorAll("[id], [class]").forEach(add);
    for (let around = part; around?.nodeType === 1; around = around.parentNode) {
      add(around);
    }
  }
  return names;
}

/** True if a selector may mean something among such names; most of a page's rules are for its surroundings. */
function mayMean(selector, names) {
  const isPlain = !/[+~]|:(not|is|where)/.test(selector);
  return !isPlain || (selector.replace(/\[[^\]]*\]/g, "").match(/[.#][\w-]+/g) ?? []).every((name) => names.has(name));
}

/** The looks that the sheets give to each element in some parts of the page. */
function looksInside(parts) {
  const looks = new Map();
  const names = namesAround(parts);
  for (const rule of currentRules().filter(({ selector }) => mayMean(selector, names))) {
    const elements = parts.flatMap((part) => [...(attempt(() => part.querySelectorAll(rule.selector)) ?? [])]);
    for (const element of elements) {
      if (!looks.has(element)) {
        looks.set(element, {});
      }
      addLooks(looks.get(element), rule);
    }
  }
  return looks;
}

function looksOf(element) {
  const known = {};
  for (const rule of currentRules()) {
    if (attempt(() => element.matches(rule.selector))) {
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
  if (look.display === undefined && element.hasAttribute("hidden")) {
    look.display = "none";
  }
  return look;
}

/** What hides an element: `display` of it or of what it stands in, its `visibility`, or nothing. */
function hiddenBy(element) {
  for (let at = element; at?.nodeType === 1; at = at.parentNode) {
    const look = ownLook(at, looksOf(at));
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
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI
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
