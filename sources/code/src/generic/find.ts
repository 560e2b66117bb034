import type { Binding, Match } from '../match/match.js';
import { NONE } from '../syntax/tree.js';
import type { GenericPattern } from './pattern.js';
import { type Token, tokenize, withoutComments } from './tokens.js';

/** How many tokens `$...X` takes at most. */
const MOST_STEPS = 2_000_000;

/** Everywhere in a text that a generic pattern matches, first to last; the shortest match from each place. */
export function findGeneric(pattern: GenericPattern, text: string): Match[] {
  const tokens = tokenize(withoutComments(text, pattern.comments));
  const { pieces } = pattern;
  if (pieces.length === 0 || pieces.every(({ kind }) => kind === 'dots')) return [];
  const found: Match[] = [];
  const leading = pieces[0]!.kind === 'dots' ? 1 : 0;
  let steps = 0;

  /** The end of a match from here, as the number of the token behind it; -1 for none. */
  const matchFrom = (piece: number, token: number, end: number, bindings: Map<string, Binding>): number => {
    if (++steps > MOST_STEPS) return -1;
    if (piece === pieces.length) return token;
    const wanted = pieces[piece]!;
    if (wanted.kind === 'dots' || wanted.kind === 'metavariables') {
      const name = wanted.kind === 'metavariables' ? wanted.name : undefined;
      return skipFrom(piece, token, end, bindings, name);
    }
    if (token >= end) return -1;
    const one = tokens[token]!;
    if (wanted.kind === 'metavariable') {
      if (!one.isWord) return -1;
      return bound(wanted.name, token, token + 1, bindings, () => matchFrom(piece + 1, token + 1, end, bindings));
    }
    if (one.text !== wanted.text) return -1;
    // What follows an opening bracket stays between it and its partner, until the pattern closes it.
    return matchFrom(piece + 1, token + 1, end, bindings);
  };

  /** Tries to go on after skipping nothing, one token, two: whole brackets at a time, never out of the one around. */
  const skipFrom = (
    piece: number,
    token: number,
    end: number,
    bindings: Map<string, Binding>,
    name: string | undefined,
  ): number => {
    const first = tokens[Math.max(0, token - 1)]?.line ?? 1;
    if (piece + 1 === pieces.length) {
      const last = lastOf(token, end, first);
      return name === undefined ? last : bound(name, token, last, bindings, () => last);
    }
    for (let at = token; ; ) {
      const one = tokens[at];
      if (one && one.line - first > pattern.mostLines) return -1;
      const rest = () => matchFrom(piece + 1, at, end, bindings);
      const result = name === undefined ? rest() : bound(name, token, at, bindings, rest);
      if (result !== -1) return result;
      if (at >= end || !one || isCloser(one)) return -1;
      at = one.partner > at ? one.partner + 1 : at + 1;
    }
  };

  /** Dots at the end take what is left of the brackets around them, or of the line. */
  const lastOf = (token: number, end: number, line: number): number => {
    let at = token;
    while (at < end) {
      const one = tokens[at]!;
      if (isCloser(one) || one.line - line > pattern.mostLines) break;
      at = one.partner > at ? one.partner + 1 : at + 1;
    }
    return at;
  };

  const bound = (
    name: string,
    from: number,
    to: number,
    bindings: Map<string, Binding>,
    rest: () => number,
  ): number => {
    const start = tokens[from]?.start ?? text.length;
    const stop = to > from ? tokens[to - 1]!.end : start;
    const value = text.slice(start, stop);
    if (name === '$_') return rest();
    const before = bindings.get(name);
    if (before) return before.text === value ? rest() : -1;
    bindings.set(name, { start, end: stop, text: value, node: NONE, count: 0 });
    const result = rest();
    if (result === -1) bindings.delete(name);
    return result;
  };

  for (let token = 0; token < tokens.length; token++) {
    const bindings = new Map<string, Binding>();
    const end = matchFrom(leading, token, tokens.length, bindings);
    if (end > token) {
      found.push({ start: tokens[token]!.start, end: tokens[end - 1]!.end, bindings });
    }
  }
  return found;
}

const isCloser = ({ text, partner, isWord }: Token) =>
  !isWord && partner !== -1 && (text === ')' || text === ']' || text === '}');
