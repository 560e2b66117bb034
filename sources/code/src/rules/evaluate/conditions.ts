import type { Binding, Bindings } from '../../match/match.js';
import { beginsWith } from '../../regex/compile.js';
import { Kind } from '../../syntax/kinds.js';
import { languageOf } from '../../syntax/languages/index.js';
import { loadedGrammar, parseLoaded } from '../../syntax/parse.js';
import { NONE } from '../../syntax/tree.js';
import type { Analyzer, RuleLanguage } from '../rule.js';
import { compareBindings } from './compare.js';
import { looksRandom } from './entropy.js';
import { type Evaluation, evaluate } from './evaluate.js';
import { isExplosive } from './explosive.js';
import type { PreparedCondition } from './prepared.js';
import type { Range } from './range.js';
import { hasNestedRepetition } from './redos.js';
import { holdsSecret, looksLikePassword } from './secrets.js';
import { Target } from './target.js';

/** What a condition binds beside what is bound; undefined where it does not hold. */
type Result = readonly Bindings[] | undefined;

const nothing: readonly Bindings[] = [];

const analyzers: Readonly<Record<Analyzer, (text: string) => boolean>> = {
  entropy: looksRandom,
  redos: hasNestedRepetition,
  explosive: isExplosive,
  secret: holdsSecret,
  password: looksLikePassword,
};

/** Whether a condition holds for a range, and what it binds in addition. */
export function filterRange(condition: PreparedCondition, range: Range, evaluation: Evaluation): Result {
  if (condition.kind === 'comparison') {
    const { constant_propagation = true } = evaluation.options;
    const bindings = new Map([...range.bindings].map(([name, each]) => [name, evaluation.target.withConstant(each)]));
    return compareBindings(condition, bindings, constant_propagation) ? nothing : undefined;
  }
  const given = range.bindings.get(condition.metavariable);
  const binding = given && evaluation.target.withConstant(given);
  if (!binding) return undefined;
  switch (condition.kind) {
    case 'regex':
      return regexCondition(condition, binding, evaluation);
    case 'pattern':
      return patternCondition(condition, binding, range, evaluation);
    case 'analysis': {
      const text = stringOf(binding, evaluation);
      if (text === undefined) return undefined;
      return analyzers[condition.analyzer](text) ? nothing : undefined;
    }
    case 'type': {
      const { target, options, optionsKey } = evaluation;
      const isTyped = condition.types.some(type =>
        target
          .matchesOf(type, options, optionsKey)
          .some(({ start, end }) => start === binding.start && end === binding.end),
      );
      return isTyped ? nothing : undefined;
    }
  }
}

function regexCondition(
  { expression, constants }: Extract<PreparedCondition, { kind: 'regex' }>,
  binding: Binding,
  { options }: Evaluation,
): Result {
  const folded = constants && (options.constant_propagation ?? true) ? binding.constant : undefined;
  const found = beginsWith(expression, folded === undefined ? binding.text : String(folded));
  if (!found) return undefined;
  const bindings = new Map<string, Binding>();
  const bind = (name: string, group: number) => {
    const text = found[group];
    if (text === undefined) return;
    const start = binding.start + Math.max(0, binding.text.indexOf(text));
    bindings.set(name, { start, end: start + text.length, text, node: NONE, count: 0 });
  };
  for (const [index, group] of expression.groups.entries()) bind(`$${index + 1}`, group);
  for (const [name, groups] of expression.names) for (const group of groups) bind(`$${name}`, group);
  return bindings.size === 0 ? nothing : [bindings];
}

function patternCondition(
  { formula, language }: Extract<PreparedCondition, { kind: 'pattern' }>,
  binding: Binding,
  range: Range,
  evaluation: Evaluation,
): Result {
  const nested =
    language === undefined
      ? sameLanguage(binding, range, evaluation)
      : otherLanguage(language, binding, range, evaluation);
  if (!nested) return undefined;
  const found = evaluate(formula, nested.evaluation);
  if (found.length === 0) return undefined;
  return found.map(each => newBindings(each.bindings, range.bindings, nested.shift));
}

interface Nested {
  readonly evaluation: Evaluation;
  /** Where the nested text begins in the file. */
  readonly shift: number;
}

/** The code a metavariable stands for, in the tree it is part of. */
function sameLanguage(binding: Binding, range: Range, evaluation: Evaluation): Nested {
  const { start, end, node, count } = binding;
  const isNode = node !== NONE && count === 1;
  const within = { span: { start, end }, bindings: range.bindings, ...(isNode && { node }) };
  return { evaluation: { ...evaluation, within }, shift: 0 };
}

/** The text a metavariable stands for, read anew in another language. */
function otherLanguage(
  language: RuleLanguage,
  binding: Binding,
  range: Range,
  evaluation: Evaluation,
): Nested | undefined {
  const { target } = evaluation;
  const content =
    stringOf(binding, evaluation) ?? (language === 'generic' || language === 'regex' ? binding.text : undefined);
  if (content === undefined) return undefined;
  const offset = target.text.slice(binding.start, binding.end).indexOf(content);
  const shift = binding.start + Math.max(0, offset);
  const inner = nestedTarget(language, content, target);
  if (!inner) return undefined;
  const bindings = new Map([...range.bindings].map(([name, each]) => [name, detached(each)]));
  return {
    evaluation: { ...evaluation, target: inner, within: { span: { start: 0, end: content.length }, bindings } },
    shift,
  };
}

const nestedTargets = new WeakMap<Target, Map<string, Target>>();

function nestedTarget(language: RuleLanguage, content: string, outer: Target): Target | undefined {
  const key = `${language}\n${content}`;
  let known = nestedTargets.get(outer);
  if (!known) {
    known = new Map();
    nestedTargets.set(outer, known);
  }
  let found = known.get(key);
  if (found) return found;
  if (language === 'generic' || language === 'regex') found = new Target(outer.path, content);
  else {
    const pack = languageOf(language);
    const grammar = pack && loadedGrammar(pack.grammar(''));
    if (!grammar) return undefined;
    const tree = parseLoaded(content, pack, grammar);
    found = new Target(outer.path, content, { path: outer.path, text: content, language: pack, tree });
  }
  known.set(key, found);
  return found;
}

/** A binding of another tree: only its text says something. */
const detached = (binding: Binding): Binding => ({ ...binding, node: NONE, count: 0 });

/** What a nested match binds beside the names that were bound before, at its place in the file. */
function newBindings(bindings: Bindings, before: Bindings, shift: number): Bindings {
  const added = new Map<string, Binding>();
  for (const [name, each] of bindings) {
    if (before.has(name)) continue;
    added.set(name, shift === 0 ? each : { ...detached(each), start: each.start + shift, end: each.end + shift });
  }
  return added;
}

/** The text of a string, where a metavariable stands for one or for a name of one. */
function stringOf(binding: Binding, { target, options }: Evaluation): string | undefined {
  const { node, text, constant } = binding;
  if (node === NONE) return text;
  if (typeof constant === 'string' && (options.constant_propagation ?? true)) return constant;
  const tree = target.file?.tree;
  if (!tree) return text;
  if (
    tree.kind[node] === Kind.String ||
    tree.kind[node] === Kind.Char ||
    tree.kind[node] === Kind.Text ||
    tree.kind[node] === Kind.Regex
  )
    return tree.value[node];
  return undefined;
}
