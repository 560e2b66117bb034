/** Character classes that triggers may name in braces; braces with other contents list the characters themselves. */
const classes: Readonly<Record<string, string>> = {
  digit: '0123456789',
  hex: '0123456789abcdef',
  alnum: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  /** What may stand before a token: marks, and the letters that end escapes and colour codes. */
  edge: `\n\r\t \x1b!"#$%&'()*+,-./:;<=>?@[\\]^\`{|}~bfmnrt`,
  scheme: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+.-',
};

/** The characters that may stand at each place of a trigger. */
export type Pattern = readonly string[];

/** Reads a trigger. A literal one may hold any character; only those of rules have classes. */
export function readTrigger(trigger: string, anyCase: boolean, literal: boolean): Pattern {
  const places: string[] = [];
  for (let i = 0; i < trigger.length; i++) {
    const close = !literal && trigger[i] === '{' ? trigger.indexOf('}', i) : -1;
    if (close > 0) {
      const name = trigger.slice(i + 1, close);
      places.push(classes[name] ?? name);
      i = close;
    } else places.push(anyCase ? bothCases(trigger[i]!) : trigger[i]!);
  }
  return places;
}

function bothCases(character: string): string {
  const lower = character.toLowerCase();
  const upper = character.toUpperCase();
  return lower === upper ? character : lower + upper;
}

/** The number of characters that anchor a trigger. */
export const WINDOW = 4;

/** Gives every string of four that the pattern's window stands for, as one number each, from the low bytes of its characters. */
export function eachWindow(pattern: Pattern, start: number, give: (key: number) => void): void {
  const first = pattern[start]!;
  const second = pattern[start + 1]!;
  const third = pattern[start + 2]!;
  const fourth = pattern[start + 3]!;
  for (let i = 0; i < first.length; i++) {
    const one = first.charCodeAt(i) & 0xff;
    for (let k = 0; k < second.length; k++) {
      const two = one | ((second.charCodeAt(k) & 0xff) << 8);
      for (let m = 0; m < third.length; m++) {
        const three = two | ((third.charCodeAt(m) & 0xff) << 16);
        for (let n = 0; n < fourth.length; n++) give(three | ((fourth.charCodeAt(n) & 0xff) << 24));
      }
    }
  }
}
