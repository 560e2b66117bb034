import type { Condition, Conjunction, Formula } from '../rule.js';
import { readCondition, readWhere } from './condition.js';
import {
  expectList,
  expectMap,
  expectMetavariable,
  expectText,
  refuseOthers,
  ruleText,
  syntaxFault,
  unsupported,
} from './context.js';
import type { Located, LocatedMap } from './located.js';

/** What a part of a conjunction adds to it. */
interface Parts {
  readonly of: Formula[];
  readonly not: Formula[];
  readonly where: Condition[];
  readonly focus: (readonly string[])[];
}

const MOST_DEEP = 60;

type ReadPart = (value: Located, key: string, depth: number) => Formula;

/** A leaf or mapping where the classic spelling takes a pattern or a nested formula. */
const patternOrFormula: ReadPart = (value, key, depth) => {
  if (value.is === 'map') return readFormula(value, key, depth + 1);
  return { kind: 'pattern', pattern: ruleText(expectText(value, key)) };
};
const regex: ReadPart = (value, key) => ({ kind: 'regex', regex: ruleText(expectText(value, key)) });
const all: ReadPart = (value, key, depth) => conjunction(expectList(value, key), value, depth + 1);
const any: ReadPart = (value, key, depth) => {
  const items = expectList(value, key);
  if (items.length === 0) throw syntaxFault(`${key} is empty`, value);
  return { kind: 'any', of: items.map(each => readFormula(each, key, depth + 1)) };
};
const parameters: ReadPart = (value, key) => {
  if (expectText(value, key).text !== 'open') throw syntaxFault(`${key} can only be 'open'`, value);
  return { kind: 'parameters' };
};
const inside: ReadPart = (value, key, depth) => ({ kind: 'inside', of: patternOrFormula(value, key, depth) });
const anywhere: ReadPart = (value, key, depth) => ({ kind: 'anywhere', of: patternOrFormula(value, key, depth) });

/** Keys that say where code must match, of both spellings. */
const positive: Readonly<Record<string, ReadPart>> = {
  pattern: patternOrFormula,
  patterns: all,
  all,
  'pattern-either': any,
  any,
  parameters,
  'pattern-inside': inside,
  inside,
  'pattern-regex': regex,
  regex,
  'semgrep-internal-pattern-anywhere': anywhere,
  anywhere,
};

/** Keys that say where it must not, with what they negate. */
const negative: Readonly<Record<string, ReadPart>> = {
  'pattern-not': patternOrFormula,
  not: patternOrFormula,
  'pattern-not-inside': inside,
  'pattern-not-regex': regex,
};

const conditions = [
  'metavariable-regex',
  'metavariable-pattern',
  'metavariable-comparison',
  'metavariable-analysis',
  'metavariable-type',
] as const;

/** Keys of a formula. */
export const formulaKeys: readonly string[] = [
  ...Object.keys(positive),
  ...Object.keys(negative),
  ...conditions,
  'focus-metavariable',
  'focus',
  'where',
  'as',
];

/** Reads what stands for a formula: text for a pattern, a mapping with one key or several. */
export function readFormula(value: Located, what: string, depth = 0): Formula {
  if (depth > MOST_DEEP) throw syntaxFault('formulas are nested too deep', value);
  if (value.is === 'text') return { kind: 'pattern', pattern: ruleText(expectText(value, what)) };
  if (value.is === 'list') return conjunction(value.items, value, depth + 1);
  refuseOthers(value, formulaKeys, what);
  return formulaOf(value, what, depth);
}

/** The formula that a mapping's own keys make; other keys are left to its reader. */
export function formulaOf(map: LocatedMap, what: string, depth = 0): Formula {
  const parts: Parts = { of: [], not: [], where: [], focus: [] };
  addParts(map, parts, depth);
  const name = map.entries.get('as');
  const formula = simplified(parts, map, what);
  return name ? { kind: 'named', as: expectMetavariable(name, 'as'), of: formula } : formula;
}

/** A formula that stands for nothing needs no name of its own. */
function simplified(parts: Parts, map: Located, what: string): Formula {
  if (parts.of.length + parts.not.length + parts.where.length + parts.focus.length === 0)
    throw syntaxFault(`${what} has no pattern`, map);
  const isPlain = parts.not.length === 0 && parts.where.length === 0 && parts.focus.length === 0;
  if (isPlain && parts.of.length === 1) return parts.of[0]!;
  return { kind: 'all', ...parts };
}

function conjunction(items: readonly Located[], value: Located, depth: number): Conjunction {
  if (depth > MOST_DEEP) throw syntaxFault('formulas are nested too deep', value);
  if (items.length === 0) throw syntaxFault('patterns is empty', value);
  const parts: Parts = { of: [], not: [], where: [], focus: [] };
  for (const item of items) {
    if (item.is === 'text') {
      parts.of.push(readFormula(item, 'a pattern', depth));
      continue;
    }
    const map = expectMap(item, 'a part of patterns');
    refuseOthers(map, formulaKeys, 'a part of patterns');
    // A mapping with its own conditions is a formula of its own; one with a single key is a part of this one.
    if (map.entries.has('where') || map.entries.has('as')) parts.of.push(formulaOf(map, 'a part of patterns', depth));
    else addParts(map, parts, depth);
  }
  return { kind: 'all', ...parts };
}

function addParts(map: LocatedMap, parts: Parts, depth: number): void {
  for (const [key, value] of map.entries) {
    if (Object.hasOwn(positive, key)) parts.of.push(positive[key]!(value, key, depth));
    else if (Object.hasOwn(negative, key)) parts.not.push(negative[key]!(value, key, depth));
    else if ((conditions as readonly string[]).includes(key))
      parts.where.push(readCondition(key as (typeof conditions)[number], expectMap(value, key), readFormula, depth));
    else if (key === 'focus-metavariable' || key === 'focus') parts.focus.push(readFocus(value, key));
    else if (key === 'where') {
      for (const each of expectList(value, key)) {
        const one = expectMap(each, key);
        const focus = one.entries.get('focus');
        if (focus) parts.focus.push(readFocus(focus, 'focus'));
        else parts.where.push(readWhere(one, readFormula, depth));
      }
    } else if (key.startsWith('pattern-where')) throw unsupported(`'${key}' is not supported`, value);
  }
}

function readFocus(value: Located, key: string): readonly string[] {
  return value.is === 'list'
    ? value.items.map(each => expectMetavariable(each, key))
    : [expectMetavariable(value, key)];
}
