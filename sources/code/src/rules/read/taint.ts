import { readRequirement } from '../requirement.js';
import type { Formula, GuardRule, PropagatorRule, SanitizerRule, SinkRule, SourceRule, TaintRule } from '../rule.js';
import { attempt } from './condition.js';
import {
  expectBoolean,
  expectList,
  expectMap,
  expectMetavariable,
  expectText,
  refuseOthers,
  required,
  syntaxFault,
} from './context.js';
import { formulaKeys, formulaOf, readFormula } from './formula.js';
import type { Located, LocatedMap } from './located.js';
import type { ReadPart, SetsUsed } from './model.js';

/** Keys that a part of a taint rule has beside its formula. */
const partKeys = [
  'exact',
  'by-side-effect',
  'label',
  'requires',
  'control',
  'at-exit',
  'not_conflicting',
  'not-conflicting',
  'from',
  'to',
  'replace-labels',
];

/** Reads the parts of a taint rule, of either spelling; `map` is the rule or what stands below `taint`. */
export function readTaint(map: LocatedMap, sets: SetsUsed): TaintRule {
  const list = <Part extends { readonly formula: Formula }>(
    readPart: ReadPart<Part>,
    ...names: string[]
  ): readonly Part[] => {
    const key = names.find(name => map.entries.has(name));
    if (key === undefined) return [];
    return expectList(map.entries.get(key)!, key).flatMap(each => sets.parts(each, readPart));
  };
  const sources = list(readSource, 'pattern-sources', 'sources');
  const sinks = list(readSink, 'pattern-sinks', 'sinks');
  if (sources.length === 0) throw syntaxFault('a taint rule has no sources', map);
  if (sinks.length === 0) throw syntaxFault('a taint rule has no sinks', map);
  return {
    sources,
    sinks,
    sanitizers: list(readSanitizer, 'pattern-sanitizers', 'sanitizers'),
    propagators: list(readPropagator, 'pattern-propagators', 'propagators'),
    guards: list(readGuard, 'pattern-guards', 'guards'),
  };
}

/** The formula of a part, and the mapping its other keys are in. */
function partOf(value: Located, what: string, keys: readonly string[] = partKeys) {
  if (value.is === 'text') return { formula: readFormula(value, what), map: undefined };
  const map = expectMap(value, what);
  refuseOthers(map, [...formulaKeys, ...keys], what);
  return { formula: formulaOf(map, what), map };
}

function readGuard(value: Located): GuardRule {
  const { formula, map } = partOf(value, 'a guard', ['clears', 'when']);
  if (!map) throw syntaxFault("a guard has no 'clears'", value);
  const when = map.entries.get('when');
  return {
    formula,
    clears: expectMetavariable(required(map, 'clears', 'a guard'), 'clears'),
    when: when === undefined || expectBoolean(when, 'when'),
  };
}

function readSource(value: Located): SourceRule {
  const { formula, map } = partOf(value, 'a source');
  return {
    formula,
    ...flag(map, 'exact', 'exact'),
    ...sideEffect(map),
    ...flag(map, 'control', 'control'),
    ...label(map),
    ...requires(map),
  };
}

function readSink(value: Located): SinkRule {
  const { formula, map } = partOf(value, 'a sink');
  const given = map?.entries.get('requires');
  return {
    formula,
    ...flag(map, 'exact', 'exact'),
    ...flag(map, 'at-exit', 'atExit'),
    ...(given?.is === 'list' || given?.is === 'map' ? { multiRequires: readMultiple(given) } : requires(map)),
  };
}

function readSanitizer(value: Located): SanitizerRule {
  const { formula, map } = partOf(value, 'a sanitizer');
  return {
    formula,
    ...flag(map, 'exact', 'exact'),
    ...sideEffect(map),
    ...flag(map, 'not_conflicting', 'notConflicting'),
    ...flag(map, 'not-conflicting', 'notConflicting'),
  };
}

function readPropagator(value: Located): PropagatorRule {
  const { formula, map } = partOf(value, 'a propagator');
  if (!map) throw syntaxFault("a propagator has no 'from' and 'to'", value);
  const replaced = map.entries.get('replace-labels');
  return {
    formula,
    from: expectMetavariable(required(map, 'from', 'a propagator'), 'from'),
    to: expectMetavariable(required(map, 'to', 'a propagator'), 'to'),
    ...flag(map, 'exact', 'exact'),
    ...sideEffect(map),
    ...label(map),
    ...requires(map),
    ...(replaced && {
      replaceLabels: expectList(replaced, 'replace-labels').map(each => expectText(each, 'a label').text),
    }),
  };
}

function flag<Name extends string>(map: LocatedMap | undefined, key: string, name: Name): { [Key in Name]?: boolean } {
  const value = map?.entries.get(key);
  return value ? ({ [name]: expectBoolean(value, key) } as { [Key in Name]?: boolean }) : {};
}

function sideEffect(map: LocatedMap | undefined): { bySideEffect?: boolean | 'only' } {
  const value = map?.entries.get('by-side-effect');
  if (!value) return {};
  return {
    bySideEffect: value.is === 'text' && value.text === 'only' ? 'only' : expectBoolean(value, 'by-side-effect'),
  };
}

function label(map: LocatedMap | undefined): { label?: string } {
  const value = map?.entries.get('label');
  return value ? { label: expectText(value, 'label').text } : {};
}

function requires(map: LocatedMap | undefined): { requires?: ReturnType<typeof readRequirement> } {
  const value = map?.entries.get('requires');
  if (!value) return {};
  const { text } = expectText(value, 'requires');
  return { requires: attempt(() => readRequirement(text), value) };
}

/** A list of metavariables, each with what it requires. */
function readMultiple(value: Located) {
  const maps =
    value.is === 'list' ? value.items.map(each => expectMap(each, 'requires')) : [expectMap(value, 'requires')];
  return maps.flatMap(each =>
    [...each.entries].map(([metavariable, given]) => ({
      metavariable,
      requires: attempt(() => readRequirement(expectText(given, 'requires').text), given),
    })),
  );
}
