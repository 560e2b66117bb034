import { readComparison } from '../comparison.js';
import type { Analyzer, Condition, Formula } from '../rule.js';
import {
  expectBoolean,
  expectMetavariable,
  expectText,
  expectTexts,
  required,
  ruleText,
  syntaxFault,
  unsupported,
} from './context.js';
import { expectLanguage } from './languages.js';
import type { Located, LocatedMap } from './located.js';

/** Reads a formula inside a condition. */
type ReadFormula = (value: Located, what: string, depth: number) => Formula;

type Reader = (map: LocatedMap, readFormula: ReadFormula, depth: number) => Condition;

const analyzers: Readonly<Record<string, Analyzer>> = {
  entropy: 'entropy',
  entropy_v2: 'entropy',
  redos: 'redos',
  explosive: 'explosive',
  secret: 'secret',
  password: 'password',
};

const readers: Readonly<Record<string, Reader>> = {
  'metavariable-regex': map => ({
    kind: 'regex',
    metavariable: expectMetavariable(required(map, 'metavariable', 'metavariable-regex'), 'metavariable'),
    regex: ruleText(expectText(required(map, 'regex', 'metavariable-regex'), 'regex')),
    constants: isTrue(map, 'constant-propagation'),
  }),
  'metavariable-pattern': (map, readFormula, depth) => {
    const language = map.entries.get('language');
    const name = required(map, 'metavariable', 'metavariable-pattern');
    return {
      kind: 'pattern',
      metavariable: expectMetavariable(name, 'metavariable'),
      ...(language && { language: expectLanguage(expectText(language, 'language')) }),
      formula: readFormula(without(map, ['metavariable', 'language']), 'metavariable-pattern', depth + 1),
    };
  },
  'metavariable-comparison': map => {
    const text = expectText(required(map, 'comparison', 'metavariable-comparison'), 'comparison');
    const name = map.entries.get('metavariable');
    const base = map.entries.get('base');
    const strip = isTrue(map, 'strip');
    if (strip && !name) throw syntaxFault("metavariable-comparison with 'strip' has no 'metavariable'", map);
    return {
      kind: 'comparison',
      comparison: attempt(() => readComparison(text.text), text),
      ...(name && { metavariable: expectMetavariable(name, 'metavariable') }),
      ...(base && { base: Number(expectText(base, 'base').value) }),
      strip,
    };
  },
  'metavariable-analysis': map => {
    const analyzer = expectText(required(map, 'analyzer', 'metavariable-analysis'), 'analyzer');
    const known = Object.hasOwn(analyzers, analyzer.text) ? analyzers[analyzer.text] : undefined;
    if (!known) throw unsupported(`the analyzer '${analyzer.text.slice(0, 40)}' is not supported`, analyzer);
    return {
      kind: 'analysis',
      metavariable: expectMetavariable(required(map, 'metavariable', 'metavariable-analysis'), 'metavariable'),
      analyzer: known,
    };
  },
  'metavariable-type': map => ({
    kind: 'type',
    metavariable: expectMetavariable(required(map, 'metavariable', 'metavariable-type'), 'metavariable'),
    types: [map.entries.get('type'), map.entries.get('types')].flatMap(each =>
      each ? expectTexts(each, 'type').map(ruleText) : [],
    ),
  }),
};

/** Reads a `metavariable-…`. */
export function readCondition(key: string, map: LocatedMap, readFormula: ReadFormula, depth: number): Condition {
  return readers[key]!(map, readFormula, depth);
}

/** Reads one entry of `where`: the key beside `metavariable` says which condition it is. */
export function readWhere(map: LocatedMap, readFormula: ReadFormula, depth: number): Condition {
  const has = (key: string) => map.entries.has(key);
  const kind = has('comparison')
    ? 'metavariable-comparison'
    : has('analyzer')
      ? 'metavariable-analysis'
      : has('type') || has('types')
        ? 'metavariable-type'
        : has('regex') && !has('language') && map.entries.size <= 3
          ? 'metavariable-regex'
          : 'metavariable-pattern';
  return readers[kind]!(map, readFormula, depth);
}

function isTrue(map: LocatedMap, key: string): boolean {
  const value = map.entries.get(key);
  return value !== undefined && expectBoolean(value, key);
}

/** The same mapping without some of its keys. */
function without(map: LocatedMap, keys: readonly string[]): LocatedMap {
  const keep = <Value>(entries: ReadonlyMap<string, Value>) =>
    new Map([...entries].filter(([key]) => !keys.includes(key)));
  return { ...map, entries: keep(map.entries), keys: keep(map.keys) };
}

/** Makes a fault of the error that a reader throws. */
export function attempt<Result>(read: () => Result, value: Located): Result {
  try {
    return read();
  } catch (error) {
    throw syntaxFault((error as Error).message, value);
  }
}
