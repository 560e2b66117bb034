import { trigrams } from './trigrams.js';

/** How often letters stand in English text, in a thousand. */
const letters: Readonly<Record<string, number>> = {
  e: 127,
  t: 91,
  a: 82,
  o: 75,
  i: 70,
  n: 67,
  s: 63,
  h: 61,
  r: 60,
  d: 43,
  l: 40,
  c: 28,
  u: 28,
  m: 24,
  w: 24,
  f: 22,
  g: 20,
  y: 20,
  p: 19,
  b: 15,
  v: 10,
  k: 8,
  j: 1.5,
  x: 1.5,
  q: 1,
  z: 0.7,
};

/** What a character tells that is no letter: one of 62. */
const OTHER_BITS = Math.log2(62);
const LEAST_BITS = 64;
const LEAST_DENSITY = 0.6;

const bitsOf = (character: string) => {
  const share = letters[character];
  return share === undefined ? OTHER_BITS : Math.log2(1_000 / share);
};

let common: ReadonlyMap<string, number> | undefined;

/** How surprising three characters in a row are. */
function bitsOfThree(text: string): number {
  common ??= new Map(trigrams.split(' ').map((each, index) => [each, 6.5 + Math.log2(1 + index / 12)]));
  return common.get(text) ?? bitsOf(text[0]!) + bitsOf(text[1]!) + bitsOf(text[2]!);
}

/** Whether a text looks as if it was made by chance, as keys and tokens are. */
export function looksRandom(text: string): boolean {
  if (text === '' || /^(.)\1*$/s.test(text)) return false;
  const lower = text.slice(0, 10_000).toLowerCase();
  let bits = 0;
  for (let at = 0; at + 3 <= lower.length; at++) bits += bitsOfThree(lower.slice(at, at + 3)) / 3;
  const end = lower.slice(-2);
  if (end.length === 2) bits += (bitsOf(end[0]!) + bitsOf(end[1]!)) / 2;
  bits += bitsOf(lower.at(-1)!);
  return bits > LEAST_BITS && bits / (8 * lower.length) > LEAST_DENSITY;
}
