import { type Pattern, WINDOW } from '../src/redaction/scan/patterns.js';

/**
 * How common two neighbouring letters are in logs, source code and English, as the logarithm: a row for each first letter, in
 * it a digit for each second one.
 */
const LETTER_PAIRS = [
  '24652250412757151767322340 41115110330400410210400020 51216106305510711336300110 41238110500311411231410010',
  '63674541221558343987143730 41114300600301500422400010 21106012400213110332300001 50107000500010400215200000',
  '43554540101659731377030103 10004000000000100040010000 20105000400001000121000000 61138100601600510044431030',
  '64117010520131550130100000 51676370403212640167420030 24461520324568450845534000 60216002300430640645310020',
  '10001000000000001000400000 61539340704335710556431040 31427114502212540468411140 61328218701221640765502060',
  '32225220400556030655000000 50006010400000200000000000 40003003400002400220001000 20102000102000150004000100',
  '11101010100124350121002000 10003000100000000000000000',
]
  .join(' ')
  .split(' ');

const A = 97;

/** How often a pair of characters occurs in ten thousand, roughly. */
function frequency(first: number, second: number): number {
  const row = LETTER_PAIRS[first - A];
  const digit = row?.charCodeAt(second - A);
  if (digit !== undefined && !Number.isNaN(digit)) return 2 ** ((digit - 48) / 1.5) * 2 - 1;
  if (first === 45 && second === 45) return 40;
  if (first === 32 || second === 32) return 25;
  const digits = Number(isDigit(first)) + Number(isDigit(second));
  return digits === 2 ? 15 : isUpper(first) && isUpper(second) ? 1 : 3;
}

const isDigit = (code: number) => code >= 48 && code <= 57;
const isUpper = (code: number) => code >= 65 && code <= 90;

/**
 * Chooses for each pattern the four places to look for, so that text without secrets shows few of their pairs. Pairs that one
 * pattern needs cost the next nothing; patterns with little choice come first.
 */
export function chooseAnchors(patterns: readonly Pattern[]): number[] {
  const used = new Uint8Array(65536);
  const anchors = new Array<number>(patterns.length).fill(0);
  const order = patterns.map((_, index) => index).sort((a, b) => patterns[a]!.length - patterns[b]!.length);
  for (const index of order) {
    const pattern = patterns[index]!;
    let cheapest = Number.POSITIVE_INFINITY;
    for (let start = 0; start + WINDOW <= pattern.length; start++) {
      const cost = costOf(pattern, start, used);
      if (cost >= cheapest) continue;
      cheapest = cost;
      anchors[index] = start;
    }
    use(pattern, anchors[index]!, used);
  }
  return anchors;
}

/** What the pairs of a window that no other pattern uses occur in ten thousand, together. */
function costOf(pattern: Pattern, start: number, used: Uint8Array): number {
  let cost = 0;
  for (let place = start; place < start + WINDOW - 1; place++) {
    const firsts = pattern[place]!;
    const seconds = pattern[place + 1]!;
    for (let i = 0; i < firsts.length; i++) {
      const first = firsts.charCodeAt(i);
      for (let k = 0; k < seconds.length; k++) {
        const second = seconds.charCodeAt(k);
        if (used[(first << 8) | second] === 0) cost += frequency(first, second);
      }
    }
  }
  return cost;
}

function use(pattern: Pattern, start: number, used: Uint8Array): void {
  for (let place = start; place < start + WINDOW - 1; place++) {
    const firsts = pattern[place]!;
    const seconds = pattern[place + 1]!;
    for (let i = 0; i < firsts.length; i++) {
      for (let k = 0; k < seconds.length; k++) used[(firsts.charCodeAt(i) << 8) | seconds.charCodeAt(k)] = 1;
    }
  }
}
