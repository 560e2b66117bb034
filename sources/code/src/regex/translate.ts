import { bothCases, complementOf, literal, posixSets, setEscapes } from './escapes.js';

/** An expression of PCRE or Python as JavaScript has it. */
export interface Translated {
  readonly source: string;
  readonly flags: string;
  /** The number in JavaScript of each of the writer's groups; the first is group 1. */
  readonly groups: readonly number[];
  /** Names of groups, with their numbers in JavaScript. */
  readonly names: ReadonlyMap<string, readonly number[]>;
}

/** An expression that cannot be translated. */
export class RegexFault extends Error {
  constructor(
    readonly kind: 'rule_syntax' | 'unsupported',
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

interface Modes {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
  readonly x: boolean;
}

const MOST_GROUPS = 1_000;

/** Translates an expression. Throws a RegexFault. */
export function translate(asWritten: string, given: Partial<Modes> = {}): Translated {
  const pattern = unquoted(asWritten);
  // A flag at the very beginning holds for all of it, which the engine does faster than sets of both cases.
  const leading = /^(?:\(\?[imsxu]+\))+/.exec(pattern)?.[0] ?? '';
  const everywhere = /i/.test(leading) || given.i === true;
  const groups: number[] = [];
  const names = new Map<string, number[]>();
  let written = 0;
  let at = 0;
  let depth = 0;
  let needsUnicode = /\\[pPX]|\\x\{[\da-fA-F]{5,}\}/.test(pattern) || /[\u{10000}-\u{10ffff}]/u.test(pattern);
  const pending: { index: number; to: string | number; at: number }[] = [];
  const pieces: string[] = [];

  const fail = (message: string, place = at): never => {
    throw new RegexFault('rule_syntax', message, place);
  };
  const refuse = (what: string, place = at): never => {
    throw new RegexFault('unsupported', `${what} in a regular expression is not supported`, place);
  };

  const totalGroups = countGroups(pattern);

  /** Reads alternatives up to a closing parenthesis or the end, and gives them as JavaScript. */
  const alternatives = (start: Modes): string => {
    if (++depth > 200) fail('the expression is nested too deep');
    let modes = start;
    let out = '';
    while (at < pattern.length && pattern[at] !== ')') {
      if (pattern[at] === '|') {
        out += '|';
        at++;
        continue;
      }
      const set = /^\(\?([imsxuUJn]*)(?:-([imsxn]+))?\)/.exec(pattern.slice(at, at + 30));
      if (set) {
        modes = changed(modes, set[1]!, set[2] ?? '');
        at += set[0].length;
        continue;
      }
      if (modes.x && /\s/.test(pattern[at]!)) {
        at++;
        continue;
      }
      if (modes.x && pattern[at] === '#') {
        while (at < pattern.length && pattern[at] !== '\n') at++;
        continue;
      }
      if (pattern.startsWith('(?#', at)) {
        const end = pattern.indexOf(')', at);
        at = end === -1 ? pattern.length : end + 1;
        continue;
      }
      if (pattern.startsWith('\\E', at)) {
        at += 2;
        continue;
      }
      out += quantified(modes);
    }
    depth--;
    return out;
  };

  /** One atom with its quantifier. */
  const quantified = (modes: Modes): string => {
    const groupsBefore = written;
    const begin = at;
    const one = atom(modes);
    if (modes.x) while (at < pattern.length && /\s/.test(pattern[at]!)) at++;
    let out = one;
    for (let count = 0; ; count++) {
      const found = /^(?:[*+?]|\{(\d*)(,?)(\d*)\})/.exec(pattern.slice(at, at + 24));
      if (!found || (found[0].startsWith('{') && found[1] === '' && (found[3] === '' || found[2] === ''))) return out;
      if (found[0].startsWith('{') && found[1] === '') return out;
      at += found[0].length;
      if (/^\(\?[=!<]/.test(one) || one === '') out = `(?:${out})`;
      else if (count > 0) out = `(?:${out})`;
      if (pattern[at] === '+') {
        at++;
        if (written !== groupsBefore) {
          // Numbers inside would move: they are read again one further.
          const end = at;
          at = begin;
          removeGroupsFrom(groupsBefore);
          written = groupsBefore + 1;
          const again = atom(modes);
          at = end;
          out = atomic(`${again}${found[0]}`, groupsBefore + 1);
        } else {
          written++;
          out = atomic(`${out}${found[0]}`, written);
        }
      } else if (pattern[at] === '?') {
        at++;
        out += `${found[0]}?`;
      } else out += found[0];
    }
  };

  /** What was matched once is not tried in another way: a group in a look ahead, and then the same text. */
  const atomic = (inner: string, number: number) => `(?=(${inner}))\\${number}(?:)`;

  const removeGroupsFrom = (number: number) => {
    while (groups.length > 0 && groups.at(-1)! > number) groups.pop();
    for (const [name, numbers] of names) {
      const kept = numbers.filter(each => each <= number);
      if (kept.length === 0) names.delete(name);
      else names.set(name, kept);
    }
  };

  const atom = (modes: Modes): string => {
    const sign = pattern[at]!;
    if (sign === '(') return group(modes);
    if (sign === '[') return set(modes);
    if (sign === '\\') return escaped(modes);
    if (sign === '*' || sign === '+' || sign === '?') fail('there is nothing to repeat');
    at++;
    if (sign === '.') return modes.s ? '[\\s\\S]' : '[^\\n]';
    if (sign === '^') return modes.m ? '(?<![^\\n])' : '(?<![\\s\\S])';
    if (sign === '$') return modes.m ? '(?![^\\n])' : '(?=\\n?(?![\\s\\S]))';
    at--;
    const code = pattern.codePointAt(at)!;
    at += code > 0xffff ? 2 : 1;
    return character(code, modes);
  };

  const character = (code: number, modes: Modes): string => {
    if (!modes.i || everywhere) return literal(code);
    const cases = bothCases(code);
    return cases === literal(code) ? cases : `[${cases}]`;
  };

  const closed = (inner: string): string => {
    if (pattern[at] !== ')') fail("')' is missing", Math.min(at, pattern.length));
    at++;
    return inner;
  };

  const group = (modes: Modes): string => {
    const rest = pattern.slice(at, at + 80);
    const begin = at;
    const simple = /^\(\?(:|=|!|<=|<!)/.exec(rest);
    if (simple) {
      at += simple[0].length;
      return `(?${simple[1]}${closed(alternatives(modes))})`;
    }
    const scoped = /^\(\?([imsxn]*)(?:-([imsxn]+))?:/.exec(rest);
    if (scoped) {
      at += scoped[0].length;
      return `(?:${closed(alternatives(changed(modes, scoped[1]!, scoped[2] ?? '')))})`;
    }
    if (rest.startsWith('(?>')) {
      at += 3;
      const number = ++written;
      return atomic(closed(alternatives(modes)), number);
    }
    const backwards = /^\(\?P=(\w+)\)/.exec(rest);
    if (backwards) {
      at += backwards[0].length;
      return reference(backwards[1]!, begin);
    }
    const named = /^\(\?(?:P?<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)')/.exec(rest);
    if (named) {
      at += named[0].length;
      const name = named[1] ?? named[2]!;
      const number = ++written;
      groups.push(number);
      names.set(name, [...(names.get(name) ?? []), number]);
      return `(${closed(alternatives(modes))})`;
    }
    if (/^\(\?[R&P>\d+-]/.test(rest)) refuse('recursion', begin);
    if (rest.startsWith('(?(')) refuse('a condition', begin);
    if (rest.startsWith('(?|')) refuse('a group with branch reset', begin);
    if (rest.startsWith('(*')) refuse('a control verb', begin);
    if (rest.startsWith('(?')) fail('this kind of group is not known', begin);
    at++;
    if (written > MOST_GROUPS) fail('the expression has too many groups', begin);
    groups.push(++written);
    return `(${closed(alternatives(modes))})`;
  };

  /** A reference to a group, filled in when all groups are known. */
  const reference = (to: string | number, place: number): string => {
    pending.push({ index: pending.length, to, at: place });
    return `\u0000${pending.length - 1}\u0000`;
  };

  const escaped = (modes: Modes): string => {
    const begin = at;
    const next = pattern[at + 1];
    if (next === undefined) fail('the expression ends in a backslash');
    const rest = pattern.slice(at, at + 40);
    const anchors: Readonly<Record<string, string>> = {
      A: '(?<![\\s\\S])',
      Z: '(?=\\n?(?![\\s\\S]))',
      z: '(?![\\s\\S])',
      b: '\\b',
      B: '\\B',
      R: '(?:\\r\\n|[\\n\\v\\f\\r\\x85\\u2028\\u2029])',
      N: '[^\\n]',
      X: '[\\s\\S]',
    };
    if (Object.hasOwn(anchors, next!)) {
      at += 2;
      return anchors[next!]!;
    }
    if (next === 'K' || next === 'G' || next === 'C') refuse(`\\${next}`, begin);
    const named = /^\\(?:k(?:\{(\w+)\}|<(\w+)>|'(\w+)')|g\{([A-Za-z_]\w*)\})/.exec(rest);
    if (named) {
      at += named[0].length;
      return reference(named[1] ?? named[2] ?? named[3] ?? named[4]!, begin);
    }
    const numbered = /^\\g(?:\{(-?\d+)\}|(-?\d+))/.exec(rest);
    if (numbered) {
      at += numbered[0].length;
      const number = Number(numbered[1] ?? numbered[2]);
      return reference(number < 0 ? groups.length + 1 + number : number, begin);
    }
    const digits = /^\\([1-9]\d?)/.exec(rest);
    if (digits && (Number(digits[1]) < 10 || Number(digits[1]) <= totalGroups)) {
      at += digits[0].length;
      return reference(Number(digits[1]), begin);
    }
    const shared = setEscape();
    if (shared) return shared.isSet ? `[${shared.text}]` : shared.whole;
    const code = codeEscape();
    return character(code, modes);
  };

  /** An escape for a set, in brackets or not: `\d`, `\h`, `\p{L}`. */
  const setEscape = (): { text: string; whole: string; isSet: boolean } | undefined => {
    const next = pattern[at + 1]!;
    if (/[dDwWsS]/.test(next)) {
      at += 2;
      return { text: `\\${next}`, whole: `\\${next}`, isSet: false };
    }
    if (next === 'h' || next === 'v') {
      at += 2;
      return { text: setEscapes[next]!, whole: '', isSet: true };
    }
    if (next === 'H' || next === 'V') {
      at += 2;
      return { text: complementOfNamed(next.toLowerCase()), whole: '', isSet: true };
    }
    if (next === 'p' || next === 'P') {
      const found = /^\\([pP])(?:\{(\^?)([\w ]+)\}|([A-Z]))/.exec(pattern.slice(at, at + 60));
      if (!found) fail('a property of characters has no name');
      at += found![0].length;
      needsUnicode = true;
      const negated = (found![1] === 'P') !== (found![2] === '^');
      const name = found![3] ?? found![4]!;
      const written = propertyName(name);
      return {
        text: `\\${negated ? 'P' : 'p'}{${written}}`,
        whole: `\\${negated ? 'P' : 'p'}{${written}}`,
        isSet: false,
      };
    }
    return undefined;
  };

  /** The code of an escaped character. */
  const codeEscape = (): number => {
    const rest = pattern.slice(at, at + 20);
    const hex =
      /^\\x(?:\{([\da-fA-F]{1,8})\}|([\da-fA-F]{0,2}))/.exec(rest) ??
      /^\\u(?:\{([\da-fA-F]{1,6})\}|([\da-fA-F]{4}))/.exec(rest);
    if (hex) {
      at += hex[0].length;
      const code = Number.parseInt(hex[1] ?? hex[2] ?? '0', 16) || 0;
      if (code > 0x10ffff) fail('there is no character with this number');
      if (code > 0xffff) needsUnicode = true;
      return code;
    }
    const octal = /^\\(?:o\{([0-7]{1,7})\}|(0[0-7]{0,2}|[1-3]?[0-7]{2,3}))/.exec(rest);
    if (octal) {
      at += octal[0].length;
      return Number.parseInt(octal[1] ?? octal[2]!, 8);
    }
    const control = /^\\c([\x20-\x7e])/.exec(rest);
    if (control) {
      at += control[0].length;
      return control[1]!.toUpperCase().charCodeAt(0) ^ 64;
    }
    const simple: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, a: 7, e: 27, v: 11 };
    const next = pattern[at + 1]!;
    const code = Object.hasOwn(simple, next) ? simple[next]! : pattern.codePointAt(at + 1)!;
    at += 1 + (code > 0xffff ? 2 : 1);
    return code;
  };

  const set = (modes: Modes): string => {
    const begin = at;
    at++;
    const negated = pattern[at] === '^';
    if (negated) at++;
    let out = '';
    let isFirst = true;
    for (; ; isFirst = false) {
      if (at >= pattern.length) fail("']' is missing", begin);
      if (pattern[at] === ']' && !isFirst) break;
      const posix = /^\[:(\^?)(\w+):\]/.exec(pattern.slice(at, at + 20));
      if (posix) {
        const named = posixSets[posix[2]!];
        if (named === undefined) fail(`there is no set [:${posix[2]}:]`);
        out += posix[1] ? complementOf(named!) : named;
        if (modes.i && (posix[2] === 'upper' || posix[2] === 'lower')) out += 'A-Za-z';
        at += posix[0].length;
        continue;
      }
      if (pattern.startsWith('\\E', at)) {
        at += 2;
        continue;
      }
      const low = member();
      if (typeof low === 'string') {
        out += low;
        continue;
      }
      if (pattern[at] === '-' && pattern[at + 1] !== ']' && at + 1 < pattern.length) {
        const dash = at++;
        const high = member();
        if (typeof high === 'string') out += `${literal(low)}\\x2d${high}`;
        else if (high < low) fail('a range of characters is backwards', dash);
        else out += range(low, high, modes);
        continue;
      }
      out += modes.i && !everywhere ? bothCases(low) : literal(low);
    }
    at++;
    return `[${negated ? '^' : ''}${out}]`;
  };

  /** One member of a set: the code of a character, or the text of a set. */
  const member = (): number | string => {
    if (pattern[at] !== '\\') {
      const code = pattern.codePointAt(at)!;
      at += code > 0xffff ? 2 : 1;
      return code;
    }
    if (at + 1 >= pattern.length) fail('the expression ends in a backslash');
    if (pattern[at + 1] === 'b') {
      at += 2;
      return 8;
    }
    const shared = setEscape();
    return shared ? shared.text : codeEscape();
  };

  const range = (low: number, high: number, modes: Modes): string => {
    let out = `${literal(low)}-${literal(high)}`;
    if (!modes.i || everywhere) return out;
    for (const [from, to, shift] of [
      [97, 122, -32],
      [65, 90, 32],
    ] as const) {
      const start = Math.max(low, from);
      const end = Math.min(high, to);
      if (start <= end) out += `${literal(start + shift)}-${literal(end + shift)}`;
    }
    return out;
  };

  pieces.push(alternatives({ i: false, m: false, s: false, x: false, ...given }));
  if (at < pattern.length) fail("')' closes nothing");
  const source = pieces.join('').replace(/\u0000(\d+)\u0000/g, (_, index: string) => {
    const { to, at: place } = pending[Number(index)]!;
    const numbers = typeof to === 'number' ? [groups[to - 1]] : (names.get(to) ?? []);
    if (numbers.length === 0 || numbers[0] === undefined) fail(`there is no group ${to}`, place);
    return numbers.length === 1 ? `\\${numbers[0]}(?:)` : `(?:${numbers.map(each => `\\${each}(?:)`).join('')})`;
  });
  const flags = `${everywhere ? 'i' : ''}${needsUnicode ? 'u' : ''}`;
  return { source, flags, groups, names };
}

/** The expression with quoted text as escaped signs. */
function unquoted(pattern: string): string {
  if (!pattern.includes('\\Q')) return pattern;
  return pattern.replace(/\\(?:Q([\s\S]*?)(?:\\E|$)|[\s\S])/g, (whole, quoted: string | undefined) =>
    quoted === undefined ? whole : quoted.replace(/[^\w\s]/g, '\\$&'),
  );
}

function changed(modes: Modes, on: string, off: string): Modes {
  const value = (flag: keyof Modes) => (off.includes(flag) ? false : on.includes(flag) ? true : modes[flag]);
  return { i: value('i'), m: value('m'), s: value('s'), x: value('x') };
}

/** How many groups a pattern has about, to tell `\12` the reference from the character. */
function countGroups(pattern: string): number {
  return (pattern.match(/\((?!\?)|\(\?(?:P?<[A-Za-z_]|')/g) ?? []).length;
}

function complementOfNamed(name: string): string {
  return name === 'h'
    ? '\\x00-\\x08\\n-\\x1f!-\\x9f\\xa1-\\u167f\\u1681-\\u1fff\\u200b-\\u202e\\u2030-\\u205e\\u2060-\\u2fff\\u3001-\\uffff'
    : '\\x00-\\t\\x0e-\\x84\\x86-\\u2027\\u202a-\\uffff';
}

const generalCategories = /^(?:[CLMNPSZ]|C[cfnos]|L[lmotuC&]|M[cen]|N[dlo]|P[cdefios]|S[ckmo]|Z[lps])$/;

function propertyName(name: string): string {
  if (name === 'Any') return 'Any';
  if (name === 'Xan') return 'Alphabetic';
  if (generalCategories.test(name)) return name === 'L&' ? 'LC' : name;
  return `Script=${name}`;
}
