// Luck: one seed decides every random number of a page.

let luck = 1;

function seedLuck(seed) {
  luck = seed >>> 0;
}

/** The next random number from 0 to 1 (mulberry32). */
function nextRandom() {
  luck = (luck + 0x6d2b79f5) | 0;
  let mixed = Math.imul(luck ^ (luck >>> 15), 1 | luck);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
}

Math.random = nextRandom;
globalThis.crypto = {
  subtle: { digest: () => Promise.reject(new Error("not possible")) },
  getRandomValues(values) {
    for (let i = 0; i < values.length; i += 1) {
      values[i] = nextRandom() * 4294967296;
    }
    return values;
  },
  randomUUID() {
    return "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, () => Math.floor(nextRandom() * 16).toString(16));
  },
};
