/** What an expression can match, as far as its loops are concerned. */
export type Shape =
  /** One sign of a set. */
  | { readonly is: 'sign'; readonly set: SignSet }
  | { readonly is: 'sequence'; readonly of: readonly Shape[] }
  | { readonly is: 'choice'; readonly of: readonly Shape[] }
  | { readonly is: 'repeat'; readonly of: Shape; readonly least: number; readonly unbounded: boolean }
  /** Looks ahead or behind, or stands for a place. */
  | { readonly is: 'place' };

/** Which of the signs that stand for all others are in a set. */
export type SignSet = bigint;

const SIGNS = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), 'é', '漢', '\u2028'];
export const anySign: SignSet = (1n << BigInt(SIGNS.length)) - 1n;

const setOf = (test: (sign: string) => boolean): SignSet =>
  SIGNS.reduce((set, sign, at) => (test(sign) ? set | (1n << BigInt(at)) : set), 0n);
const digits = setOf(sign => /\d/.test(sign));
const words = setOf(sign => /\w/.test(sign));
const spaces = setOf(sign => /\s/.test(sign));
const noLineEnd = setOf(sign => /./.test(sign));
const without = (set: SignSet): SignSet => anySign & ~set;

const classes: Readonly<Record<string, SignSet>> = {
  d: digits,
  D: without(digits),
  w: words,
  W: without(words),
  s: spaces,
  S: without(spaces),
  h: setOf(sign => sign === ' ' || sign === '\t'),
  R: setOf(sign => /[\n\v\f\r\u2028]/.test(sign)),
};
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', '0': '\0' };
const PLACES = /[bBAzZG]/;
const LONGEST = 5_000;
const DEEPEST = 60;

/** Reads the shape of an expression; nothing where it cannot be read, or is very long. */
export function shapeOf(pattern: string): Shape | undefined {
  if (pattern.length > LONGEST) return undefined;
  try {
    return new Reader(pattern).all();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

class Unreadable extends Error {}

class Reader {
  #at = 0;

  constructor(readonly pattern: string) {}

  all(): Shape {
    const shape = this.#choice(0);
    if (this.#at < this.pattern.length) throw new Unreadable();
    return shape;
  }

  #choice(depth: number): Shape {
    if (depth > DEEPEST) throw new Unreadable();
    const all = [this.#sequence(depth)];
    while (this.pattern[this.#at] === '|') {
      this.#at++;
      all.push(this.#sequence(depth));
    }
    return all.length === 1 ? all[0]! : { is: 'choice', of: all };
  }

  #sequence(depth: number): Shape {
    const all: Shape[] = [];
    while (this.#at < this.pattern.length && !/[|)]/.test(this.pattern[this.#at]!)) all.push(this.#repeated(depth));
    return all.length === 1 ? all[0]! : { is: 'sequence', of: all };
  }

  #repeated(depth: number): Shape {
    let shape = this.#one(depth);
    for (;;) {
      const found = /^(?:([*+?])|\{(\d{0,6})(,?)(\d{0,6})\})([?+]?)/.exec(this.pattern.slice(this.#at, this.#at + 20));
      if (!found || found[0] === '{}' || (found[1] === undefined && found[2] === '' && found[4] === '')) return shape;
      this.#at += found[0].length;
      const [, sign, from = '', comma, to] = found;
      const least = sign === undefined ? Number(from) : sign === '+' ? 1 : 0;
      // What gives nothing back cannot be read in two ways.
      const unbounded = found[5] !== '+' && (sign === undefined ? comma !== '' && to === '' : sign !== '?');
      shape = { is: 'repeat', of: shape, least, unbounded };
    }
  }

  #one(depth: number): Shape {
    const sign = this.pattern[this.#at]!;
    if (sign === '(') return this.#group(depth);
    if (sign === '[') return { is: 'sign', set: this.#set() };
    this.#at++;
    if (sign === '\\') return this.#escaped();
    if (sign === '^' || sign === '$') return { is: 'place' };
    if (sign === '.') return { is: 'sign', set: noLineEnd };
    return { is: 'sign', set: this.#sign(sign) };
  }

  #group(depth: number): Shape {
    const opening = /^\((?:\?(?:<?[=!]|[:>|]|P?<\w{1,60}>|'\w{1,60}'|[a-zA-Z-]{0,10}[:)]))?/.exec(
      this.pattern.slice(this.#at, this.#at + 80),
    )![0];
    this.#at += opening.length;
    if (opening.endsWith(')')) return { is: 'place' };
    const inside = this.#choice(depth + 1);
    if (this.pattern[this.#at] !== ')') throw new Unreadable();
    this.#at++;
    return /^\(\?<?[=!>]$/.test(opening) && opening !== '(?>' ? { is: 'place' } : inside;
  }

  #escaped(): Shape {
    const sign = this.pattern[this.#at];
    if (sign === undefined) throw new Unreadable();
    if (PLACES.test(sign)) {
      this.#at++;
      return { is: 'place' };
    }
    // What an earlier group matched may be anything, or nothing.
    if (/[1-9]/.test(sign)) {
      this.#at++;
      return { is: 'repeat', of: { is: 'sign', set: anySign }, least: 0, unbounded: false };
    }
    return { is: 'sign', set: this.#escapedSet() };
  }

  /** The set that stands behind a backslash. */
  #escapedSet(): SignSet {
    const sign = this.pattern[this.#at++]!;
    if (Object.hasOwn(classes, sign)) return classes[sign]!;
    if (Object.hasOwn(controls, sign)) return this.#sign(controls[sign]!);
    const code = /^(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\})/.exec(
      this.pattern.slice(this.#at - 1, this.#at + 9),
    );
    if (code) {
      this.#at += code[0].length - 1;
      return this.#sign(String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? code[3]!, 16)));
    }
    if (sign !== 'p' && sign !== 'P') return this.#sign(sign);
    const name = /^(?:\{[\w=]{1,60}\}|[A-Z])/.exec(this.pattern.slice(this.#at, this.#at + 62));
    this.#at += name?.[0].length ?? 0;
    return anySign;
  }

  #sign(sign: string): SignSet {
    const at = SIGNS.indexOf(sign);
    return 1n << BigInt(at < 0 ? SIGNS.length - 2 : at);
  }

  #set(): SignSet {
    this.#at++;
    const isNegated = this.pattern[this.#at] === '^';
    if (isNegated) this.#at++;
    let set = 0n;
    for (let isFirst = true; ; isFirst = false) {
      const sign = this.pattern[this.#at];
      if (sign === undefined) throw new Unreadable();
      if (sign === ']' && !isFirst) break;
      set |= this.#member();
    }
    this.#at++;
    return isNegated ? without(set) : set;
  }

  #member(): SignSet {
    const named = /^\[:\^?\w{1,10}:\]/.exec(this.pattern.slice(this.#at, this.#at + 16));
    if (named) {
      this.#at += named[0].length;
      return anySign;
    }
    const from = this.#memberSign();
    if (typeof from === 'bigint') return from;
    if (this.pattern[this.#at] !== '-' || this.pattern[this.#at + 1] === ']') return this.#sign(from);
    this.#at++;
    const to = this.#memberSign();
    if (typeof to === 'bigint') return this.#sign(from) | this.#sign('-') | to;
    return setOf(sign => sign >= from && sign <= to) | this.#sign(from) | this.#sign(to);
  }

  /** One sign of a set, or a set within it. */
  #memberSign(): string | SignSet {
    const sign = this.pattern[this.#at++];
    if (sign === undefined) throw new Unreadable();
    if (sign !== '\\') return sign;
    const escaped = this.pattern[this.#at];
    if (escaped === 'b') {
      this.#at++;
      return '\b';
    }
    const set = this.#escapedSet();
    const only = SIGNS.findIndex((_, at) => set === 1n << BigInt(at));
    return only < 0 ? set : SIGNS[only]!;
  }
}
