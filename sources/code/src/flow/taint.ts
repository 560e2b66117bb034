import type { Bindings, Match } from '../match/match.js';
import type { Span } from '../syntax/tree.js';

/** A source, sink, sanitizer or propagator of a rule, with all places in a file where its formula holds. */
export interface TaintPart {
  readonly matches: readonly Match[];
  /** The place in the match that counts, by the metavariables named by `focus-metavariable`, is applied already. */
  readonly exact?: boolean;
  readonly bySideEffect?: boolean | 'only';
}

export interface SourcePart extends TaintPart {
  readonly label?: string;
  readonly requires?: Requirement;
  readonly control?: boolean;
}

export interface SinkPart extends TaintPart {
  readonly requires?: Requirement;
  readonly multiRequires?: readonly { readonly metavariable: string; readonly requires: Requirement }[];
  readonly atExit?: boolean;
}

export interface SanitizerPart extends TaintPart {
  readonly notConflicting?: boolean;
}

export interface PropagatorPart extends TaintPart {
  /** Names of the metavariables between which taint moves. */
  readonly from: string;
  readonly to: string;
  readonly label?: string;
  readonly requires?: Requirement;
  readonly replaceLabels?: readonly string[];
}

/** Conditions, each with the variable that is harmless where it holds, or where it does not. */
export interface GuardPart {
  readonly matches: readonly Match[];
  /** The name of the metavariable that stands for the variable. */
  readonly clears: string;
  readonly when: boolean;
}

/** A formula over labels: a name, or `and`, `or`, `not` of such. */
export type Requirement =
  | { readonly label: string }
  | { readonly not: Requirement }
  | { readonly and: readonly Requirement[] }
  | { readonly or: readonly Requirement[] };

export interface TaintOptions {
  readonly taint_assume_safe_functions?: boolean;
  readonly taint_assume_safe_indexes?: boolean;
  readonly taint_assume_safe_comparisons?: boolean;
  readonly taint_assume_safe_booleans?: boolean;
  readonly taint_assume_safe_numbers?: boolean;
  readonly taint_only_propagate_through_assignments?: boolean;
  readonly taint_unify_mvars?: boolean;
  readonly taint_focus_on?: 'source' | 'sink';
  readonly taint_intrafile?: boolean;
  readonly interfile?: boolean;
  readonly guarded_taint_signatures?: boolean;
  readonly symbolic_propagation?: boolean;
}

export interface TaintQuery {
  readonly sources: readonly SourcePart[];
  readonly sinks: readonly SinkPart[];
  readonly sanitizers: readonly SanitizerPart[];
  readonly propagators: readonly PropagatorPart[];
  readonly guards?: readonly GuardPart[];
  readonly options: TaintOptions;
}

/** One way that taint takes from a source to a sink. */
export interface Flow extends Span {
  readonly bindings: Bindings;
  /** From the source to the sink, each with what happens there. */
  readonly steps: readonly (Span & { readonly note: string })[];
}
