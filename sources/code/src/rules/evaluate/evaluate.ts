import { findGeneric } from '../../generic/find.js';
import type { Binding, Bindings, Match } from '../../match/match.js';
import { type Expression, findAll } from '../../regex/compile.js';
import { NONE, type Span } from '../../syntax/tree.js';
import type { RuleOptions } from '../rule.js';
import { filterRange } from './conditions.js';
import { openParameters } from './open-parameters.js';
import type { Prepared, PreparedAll } from './prepared.js';
import { agree, intersect, joined, type Range, subtract, unique } from './range.js';
import type { Target } from './target.js';

/** What a formula is evaluated on. */
export interface Evaluation {
  readonly target: Target;
  readonly options: RuleOptions;
  readonly optionsKey: string;
  /** Only this part of the text counts, and what is already bound must stay the same. */
  readonly within?: { readonly span: Span; readonly bindings: Bindings; readonly node?: number };
}

/** Every range where a formula holds. */
export function evaluate(formula: Prepared, evaluation: Evaluation): Range[] {
  switch (formula.kind) {
    case 'never':
      return [];
    case 'code': {
      const { target, options, optionsKey } = evaluation;
      const found = ranges(target.matchesOf(formula.pattern, options, optionsKey, formula.named), 'plain', evaluation);
      const node = evaluation.within?.node;
      if (node === undefined || found.some(({ start, end }) => isSpan(evaluation.within!.span, start, end)))
        return found;
      return [...found, ...ranges(target.matchesAt(formula.pattern, node, options), 'plain', evaluation)];
    }
    case 'generic':
      return ranges(
        shifted(evaluation, text => findGeneric(formula.pattern, text)),
        'plain',
        evaluation,
      );
    case 'regex':
      return ranges(
        shifted(evaluation, text => findRegex(formula.expression, text)),
        'regex',
        evaluation,
      );
    case 'parameters':
      return ranges(evaluation.target.file ? openParameters(evaluation.target.file) : [], 'plain', evaluation);
    case 'any':
      return unique(formula.of.flatMap(each => evaluate(each, evaluation)));
    case 'inside':
    case 'anywhere':
      return evaluate(formula.of, evaluation).map(range => ({ ...range, kind: formula.kind as Range['kind'] }));
    case 'shared': {
      const { target, optionsKey, within } = evaluation;
      if (within) return evaluate(formula.of, evaluation);
      return target.sharedRanges(formula, optionsKey, () => evaluate(formula.of, evaluation));
    }
    case 'named':
      return evaluate(formula.of, evaluation).map(range => named(range, formula.as, evaluation));
    case 'all':
      return evaluateAll(formula, evaluation);
  }
}

const isSpan = (span: Span, start: number, end: number) => span.start === start && span.end === end;

/** Finds in the part of the text that counts, and gives places of the whole. */
function shifted({ target, within }: Evaluation, find: (text: string) => readonly Match[]): readonly Match[] {
  if (!within) return find(target.text);
  const { start, end } = within.span;
  return find(target.text.slice(start, end)).map(match => ({
    start: match.start + start,
    end: match.end + start,
    bindings: new Map(
      [...match.bindings].map(([name, each]) => [name, { ...each, start: each.start + start, end: each.end + start }]),
    ),
  }));
}

function ranges(matches: readonly Match[], kind: Range['kind'], { within, target, options }: Evaluation): Range[] {
  const found: Range[] = [];
  for (const { start, end, bindings } of matches) {
    if (within) {
      if (start < within.span.start || end > within.span.end) continue;
      if (!agree(bindings, within.bindings, target.sameFor(options))) continue;
    }
    found.push({ start, end, bindings, kind });
  }
  return found;
}

/** Where an expression is found; its groups are bound as `$1`, those with names also as `$NAME`. */
export function findRegex(expression: Expression, text: string): Match[] {
  const found: Match[] = [];
  for (const match of findAll(expression, text)) {
    const bindings = new Map<string, Binding>();
    const bind = (name: string, group: number) => {
      const span = match.indices?.[group];
      if (span) bindings.set(name, { start: span[0], end: span[1], text: match[group]!, node: NONE, count: 0 });
    };
    for (const [index, group] of expression.groups.entries()) bind(`$${index + 1}`, group);
    for (const [name, groups] of expression.names) for (const group of groups) bind(`$${name}`, group);
    found.push({ start: match.index, end: match.index + match[0].length, bindings });
  }
  return found;
}

function named(range: Range, name: string, { target }: Evaluation): Range {
  const { start, end } = range;
  const binding: Binding = { start, end, text: target.text.slice(start, end), node: NONE, count: 0 };
  return { ...range, bindings: new Map(range.bindings).set(name, binding) };
}

function evaluateAll(formula: PreparedAll, evaluation: Evaluation): Range[] {
  const same = evaluation.target.sameFor(evaluation.options);
  let found = positives(formula, evaluation);
  for (const negative of formula.not) {
    if (found.length === 0) return [];
    found = subtract(found, evaluate(negative, evaluation), same);
  }
  const filtered = found.flatMap(range => {
    // Each condition may bind more; the bindings of several places in a nested pattern give several ranges.
    let added: readonly Bindings[] = [];
    for (const condition of formula.where) {
      const result = filterRange(condition, range, evaluation);
      if (!result) return [];
      added = [...result, ...added];
    }
    const more = added.filter(({ size }) => size > 0).slice(0, 100);
    if (more.length === 0) return [range];
    return more.map(bindings => ({ ...range, bindings: joined(range.bindings, bindings) }));
  });
  return formula.focus.length === 0 ? filtered : unique(filtered.flatMap(range => focused(range, formula.focus)));
}

/** The ranges that all positive parts share. Those of `inside` are looked at last, and lone metavariables after them. */
function positives(formula: PreparedAll, evaluation: Evaluation): Range[] {
  const same = evaluation.target.sameFor(evaluation.options);
  const isSelector = (part: Prepared) => part.kind === 'code' && part.metavariable !== undefined;
  const others = formula.of.filter(part => !isSelector(part));
  const selectors = others.length === 0 ? [] : formula.of.filter(isSelector);
  const plain: Range[][] = [];
  const around: Range[][] = [];
  for (const part of others.length === 0 ? formula.of : others) {
    const found = evaluate(part, evaluation);
    if (found.length === 0) return [];
    (found[0]!.kind === 'inside' ? around : plain).push(found);
  }
  const [first, ...rest] = [...plain, ...around];
  let found = first ?? contextRange(evaluation);
  for (const each of rest) {
    found = intersect(found, each, same);
    if (found.length === 0) return [];
  }
  for (const selector of selectors) {
    const here = evaluate(selector, evaluation);
    found = intersect(found, within(here, found), same);
  }
  return found;
}

/** Only those that lie in one of the ranges: a lone metavariable matches every expression there is. */
function within(candidates: readonly Range[], ranges: readonly Range[]): Range[] {
  return candidates.filter(one => ranges.some(range => one.start >= range.start && one.end <= range.end));
}

/** Where a formula has only negative parts, it is about the whole of what it is asked of. */
function contextRange({ within: context }: Evaluation): Range[] {
  return context ? [{ ...context.span, kind: 'plain', bindings: context.bindings }] : [];
}

/** The places of the metavariables in a match, in place of the match. */
function focused(range: Range, focus: readonly (readonly string[])[]): Range[] {
  let spans: readonly Span[] = [range];
  for (const [index, names] of focus.entries()) {
    const here = names.flatMap(name => {
      const binding = range.bindings.get(name);
      return binding ? (inner(binding, range) ?? []) : [];
    });
    spans = index === 0 ? here : spans.flatMap(one => here.flatMap(other => inner(one, other) ?? []));
  }
  return spans.map(({ start, end }) => ({ ...range, start, end, kind: 'plain' as const }));
}

function inner(one: Span, other: Span): Span | undefined {
  if (one.start >= other.start && one.end <= other.end) return one;
  return other.start >= one.start && other.end <= one.end ? other : undefined;
}
