import escapeRegExp from "lodash/escapeRegExp";

export function find(text, pattern) {
  // ruleid: javascript/regex/parameter-as-pattern
  return new RegExp(pattern).test(text);
}

export function begins(text, start) {
  const pattern = "^" + start;
  // ruleid: javascript/regex/parameter-as-pattern
  return new RegExp(pattern, "i").test(text);
}

// ruleid: javascript/regex/parameter-as-pattern
export const all = (text, words) => new RegExp(words.join("|")).test(text);

export function escaped(text, word) {
  // ok: javascript/regex/parameter-as-pattern
  return new RegExp(escapeRegExp(word)).test(text);
}

export function fixed(text) {
  const pattern = "^a+$";
  // ok: javascript/regex/parameter-as-pattern
  return new RegExp(pattern).test(text);
}

export function replaced(text, word) {
  const pattern = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // ok: javascript/regex/parameter-as-pattern
  return new RegExp(pattern).test(text);
}
