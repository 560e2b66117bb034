import type { Prepared, PreparedRule } from './prepared.js';
import type { Target } from './target.js';

/** Words that every text has in which an expression is found; empty where nothing can be said. */
export function wordsOfRegex(pattern: string): readonly string[] {
  // Only what certainly stands there: outside of groups, sets and alternatives, not followed by a quantifier.
  if (/[|]|\(\?[imsxU-]*[ix]/.test(pattern)) return [];
  let depth = 0;
  let bare = '';
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at]!;
    const repeat = sign === '{' ? /^\{[\d,]{1,20}\}/.exec(pattern.slice(at, at + 24)) : null;
    if (repeat) {
      // What stands before may be repeated not at all.
      bare = `${bare.slice(0, -1)}\n`;
      at += repeat[0].length - 1;
      continue;
    }
    if (sign === '\\') {
      bare += '\n';
      at += 1;
    } else if (sign === '[') {
      const end = pattern.indexOf(']', at + 2);
      if (end === -1) return [];
      at = end;
      bare += '\n';
    } else if (sign === '(') {
      depth++;
      bare += '\n';
    } else if (sign === ')') {
      depth--;
      bare += '\n';
    } else bare += depth > 0 ? '\n' : sign;
  }
  return bare.match(/[A-Za-z0-9_]{3,}(?![*?+A-Za-z0-9_])/g) ?? [];
}

/** Whether a rule could find anything in a text at all. It never says no where the rule would find something. */
export function canMatch({ search, taint }: PreparedRule, target: Target): boolean {
  if (search) return possible(search, target);
  if (taint)
    return (
      taint.sinks.some(({ formula }) => possible(formula, target)) &&
      taint.sources.some(({ formula }) => possible(formula, target))
    );
  return true;
}

function possible(formula: Prepared, target: Target): boolean {
  switch (formula.kind) {
    case 'never':
      return false;
    case 'parameters':
      return true;
    case 'code':
      return formula.pattern.words.every(word => target.written.has(word));
    case 'regex':
      return formula.words.every(word => target.has(word));
    case 'generic':
      return formula.pattern.words.every(word => target.has(word));
    case 'any':
      return formula.of.some(each => possible(each, target));
    case 'all':
      return formula.of.every(each => possible(each, target));
    case 'inside':
    case 'anywhere':
    case 'named':
      return possible(formula.of, target);
    case 'shared':
      return target.couldHold(formula, () => possible(formula.of, target));
  }
}
