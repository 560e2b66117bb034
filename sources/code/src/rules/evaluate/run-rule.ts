import { findFlows } from '../../flow/find-flows.js';
import type { Bindings, Match } from '../../match/match.js';
import type { Span } from '../../syntax/tree.js';
import { type Evaluation, evaluate } from './evaluate.js';
import type { Prepared, PreparedRule } from './prepared.js';
import { unique } from './range.js';
import type { Target } from './target.js';

/** One place that a rule found. */
export interface RuleMatch extends Span {
  readonly bindings: Bindings;
  /** Of a taint rule: from the source to the sink. */
  readonly steps?: readonly (Span & { readonly note: string })[];
}

/** Runs a rule on a text of its language. */
export function runRule({ rule, search, taint, optionsKey }: PreparedRule, target: Target): RuleMatch[] {
  const { options } = rule;
  const evaluation: Evaluation = { target, options, optionsKey };
  if (search) return unique(evaluate(search, evaluation)).map(({ start, end, bindings }) => ({ start, end, bindings }));
  if (!taint || !target.file) return [];
  const matches = (formula: Prepared, of: Evaluation = evaluation): Match[] => unique(evaluate(formula, of));
  const sinks = taint.sinks.map(({ formula, ...rest }) => ({ ...rest, matches: matches(formula) }));
  if (sinks.every(each => each.matches.length === 0)) return [];
  const sources = taint.sources.map(({ formula, ...rest }) => ({ ...rest, matches: matches(formula) }));
  if (sources.every(each => each.matches.length === 0)) return [];
  // What a name is worth would say that taint moves between values that have nothing to do with each other.
  const propagation: Evaluation =
    options.symbolic_propagation === true
      ? { target, options: { ...options, symbolic_propagation: false }, optionsKey: `${optionsKey}!` }
      : evaluation;
  return findFlows(
    {
      sources,
      sinks,
      sanitizers: taint.sanitizers.map(({ formula, ...rest }) => ({ ...rest, matches: matches(formula) })),
      guards: taint.guards.map(({ formula, ...rest }) => ({ ...rest, matches: matches(formula) })),
      propagators: taint.propagators.map(({ formula, ...rest }) => ({
        ...rest,
        matches: matches(formula, propagation),
      })),
      options,
    },
    target.file,
  );
}
