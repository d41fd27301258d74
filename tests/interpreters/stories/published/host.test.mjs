// The page's host by itself, in a context of Node: what a page meets that QuickJS and Python have no part in.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const FOLDER = new URL("../../../../interactive_provider/interpreters/stories/published/", import.meta.url);
const read = (name) => readFileSync(new URL(name, FOLDER), "utf8");
const names = [...read("host.py").matchAll(/^(WINDOW|PAGE) = \((.*)\)$/gm)].map((match) => match[2].match(/\w+/g));
const [windowParts, pageParts] = names.map((parts) => parts.map((part) => read(`host/${part}.js`)).join("\n"));
const linkedom = read("engine_files/linkedom.js");

/** A host with a page whose body is given, and a way to run scripts in the page. */
function open(body, script = "") {
  const context = vm.createContext({});
  const program = `(function () { "use strict"; const toJson = JSON.stringify; const fromJson = JSON.parse;
    const hasOwn = Object.hasOwn;
    ${windowParts}
    const linkedom = (function () { ${linkedom.slice(0, linkedom.lastIndexOf("export {"))}
    return { parseHTML }; })();
    ${pageParts} })()`;
  const host = vm.runInContext(program, context);
  host.open(`<!doctype html><html><head></head><body><div id="passages">${body}</div></body></html>`, 7);
  const run = (source) => vm.runInContext(source, context);
  run(script);
  return { host, run, report: () => JSON.parse(host.report()) };
}

function passTime(host, milliseconds) {
  host.begin(milliseconds);
  while (host.advance());
}

test("a link is offered under a number, and pressing it calls its handlers", () => {
  const { host, run, report } = open("<a id='door'>Knock</a>", "door.onclick = () => { door.textContent = 'Open' }");

  assert.deepEqual(report().page.map(({ tag, option, children }) => [tag, option, children]), [["A", 0, ["Knock"]]]);
  host.turn("[]", "act", 0, "");
  assert.deepEqual(report().page[0].children, ["Open"]);
  assert.equal(run("typeof host + typeof offered + typeof clock"), "undefinedundefinedundefined");
});

test("timers run in the order of their times on a clock of their own", () => {
  const { host, run } = open("<a>x</a>", `
    var seen = [];
    setTimeout(() => seen.push("late " + (Date.now() - start)), 2000);
    setTimeout(() => seen.push("soon"), 5);
    const gone = setTimeout(() => seen.push("never"), 7);
    clearTimeout(gone);
    var start = Date.now();`);
  passTime(host, 3000);

  assert.deepEqual([...run("seen")], ["soon", "late 2000"]);
});

test("a repeating timer that changes nothing is stopped, and the next turn wakes it", () => {
  const { host, run } = open("<a>x</a>", "var n = 0; setInterval(() => { n += 1 }, 10)");
  passTime(host, 100);
  const first = run("n");
  passTime(host, 100);

  assert.ok(first < 60);
  assert.ok(run("n") > first);
});

test("dates are read and written in UTC", () => {
  const { run } = open("");

  assert.equal(run("new Date(2020, 1, 29, 13, 5).toLocaleString()"), "2/29/2020, 1:05:00 PM");
  assert.equal(run("new Date('2020-02-29T10:00').getHours()"), 10);
  assert.equal(run("String(new Date('nonsense'))"), "Invalid Date");
  assert.equal(run("new Date() instanceof Date"), true);
});

test("numbers and words are written in English", () => {
  const { run } = open("");

  assert.equal(run("(1234567.891).toLocaleString()"), "1,234,567.891");
  assert.equal(run("(0.256).toLocaleString('en', {style: 'percent'})"), "26%");
  assert.equal(run("new Intl.NumberFormat('en', {style: 'currency', currency: 'USD'}).format(-3)"), "-$3.00");
  assert.equal(run("['é', 'z', 'a'].sort((a, b) => a.localeCompare(b)).join()"), "a,é,z");
  assert.equal(run("['a10', 'a9'].sort(new Intl.Collator('en', {numeric: true}).compare).join()"), "a9,a10");
  assert.equal(run("new Intl.PluralRules('en', {type: 'ordinal'}).select(22)"), "two");
  assert.equal(run("new Intl.ListFormat('en').format(['a', 'b', 'c'])"), "a, b, and c");
});

test("the cascade decides what is seen", () => {
  const { report } = open(`<style>p { display: none } p.on { display: block } #x { visibility: hidden }
    @media (max-width: 500px) { b { display: none } } i { display: none !important }</style>
    <p>no</p><p class="on">yes</p><b>wide</b><i style="display: inline">never</i><u id="x">unseen</u>`);
  const words = (nodes) => nodes.map((node) => (typeof node === "string" ? node : words(node.children ?? []))).join("");

  assert.equal(words(report().page).trim().replace(/\s+/g, " "), "yeswide");
});

test("radio buttons of a group, lists and closed details", () => {
  const { host, run, report } = open(`<input type="radio" name="g" id="a" checked><input type="radio" name="g" id="b">
    <select id="s"><option>one<option selected>two</select><details><summary>More</summary>deep</details>`);
  const options = report().page.filter((node) => node.tag);
  host.turn("[]", "act", options[1].children[1].option, "");
  host.turn("[]", "act", options[2].children[1].option, "");

  assert.deepEqual([run("a.checked"), run("b.checked"), run("s.value")], [false, true, "one"]);
  assert.equal(JSON.stringify(report()).includes("deep"), false);
  host.turn("[]", "act", options[3].children[0].option, "");
  assert.equal(JSON.stringify(report()).includes("deep"), true);
});

test("storages, copies and addresses behave as in a browser", () => {
  const { run } = open("");

  assert.equal(run("localStorage.a = 1; localStorage.getItem('a') + Object.keys(localStorage).join()"), "1a");
  assert.equal(run("structuredClone(new Map([[1, {b: [2]}]])).get(1).b[0]"), 2);
  assert.equal(run("const u = new URL('b?c=1#d', 'https://x.example/a/z'); u.href"), "https://x.example/a/b?c=1#d");
  assert.equal(run("atob(btoa('any carnal pleas'))"), "any carnal pleas");
  assert.equal(run("new TextDecoder().decode(new TextEncoder().encode('é'))"), "é");
});

test("sounds load and end at once", () => {
  const { host, run } = open("<a>x</a>", `
    var seen = [];
    const sound = new Audio("a.mp3");
    for (const type of ["canplaythrough", "play", "ended"]) sound.addEventListener(type, () => seen.push(type));
    sound.play();`);
  passTime(host, 1000);

  assert.deepEqual([...run("seen")].sort(), ["canplaythrough", "ended", "play"]);
});

test("a document as text is short, since jQuery asks for it at every filter", () => {
  const { run } = open("<p>x</p>");

  assert.equal(run("String(document)"), "[object HTMLDocument]");
  assert.equal(run("document == true"), false);
});

test("what hides an element is found by the last name of a selector, whatever stands before it", () => {
  const hidden = [".a .b", "#c > p", "section.d .e[title='x y']", "i:not(.shown)", "u + u", "body u.f:first-child"];
  const body = `<style>${hidden.join(",")} { display: none } #g, .h\\:x { display: none } .b.k { display: block !important }</style>
    <div class="a"><b class="b">1</b><b class="b k">2</b></div><b class="b">3</b><div id="c"><p>4</p><q><p>5</p></q></div>
    <section class="d"><b class="e" title="x y">6</b><b class="e">7</b></section><i>8</i><i class="shown">9</i>
    <u class="f">A</u><s></s><u>B</u><u>C</u><tt class="h:x">D</tt><tt id="g">E</tt>`;
  const { report } = open(body);
  const words = (parts) => parts.flatMap((part) => (typeof part === "string" ? [part.trim()] : words(part.children ?? []))).join("");

  assert.equal(words(report().page), "23579AB");
});

test("what SugarCube compresses for its storage is kept whole, and comes back as it was", () => {
  const { run } = open("<a>x</a>", `
    var LZString = { compressToUTF16: () => { throw new Error("slow") }, decompressFromUTF16: (text) => text && "old " + text };`);

  assert.equal(run("LZString.decompressFromUTF16(LZString.compressToUTF16('{}'))"), "{}");
  assert.equal(run("LZString.decompressFromUTF16(LZString.compressToUTF16(''))"), "");
  assert.equal(run("LZString.compressToUTF16(null) + LZString.decompressFromUTF16('save')"), "old save");
});
