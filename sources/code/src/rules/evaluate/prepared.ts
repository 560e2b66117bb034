import type { GenericPattern } from '../../generic/pattern.js';
import type { Pattern } from '../../match/match.js';
import type { Expression } from '../../regex/compile.js';
import type { Comparison } from '../comparison.js';
import type {
  Analyzer,
  GuardRule,
  PropagatorRule,
  Rule,
  RuleLanguage,
  SanitizerRule,
  SinkRule,
  SourceRule,
} from '../rule.js';

/** A formula whose patterns were read in one language. */
export type Prepared =
  | PreparedCode
  | { readonly kind: 'generic'; readonly pattern: GenericPattern }
  | { readonly kind: 'regex'; readonly expression: Expression; readonly words: readonly string[] }
  | { readonly kind: 'never' }
  | PreparedAll
  | { readonly kind: 'any'; readonly of: readonly Prepared[] }
  | { readonly kind: 'inside' | 'anywhere'; readonly of: Prepared }
  | { readonly kind: 'parameters' }
  | { readonly kind: 'named'; readonly as: string; readonly of: Prepared }
  | PreparedShared;

/** A formula of a set, the same object in all rules of a language that take the set in. */
export interface PreparedShared {
  readonly kind: 'shared';
  readonly of: Prepared;
}

export interface PreparedCode {
  readonly kind: 'code';
  readonly pattern: Pattern;
  readonly metavariable?: string;
  /** What a condition asks of the last name in the pattern, which is a metavariable. */
  readonly named?: NameTest;
}

/** Tests of the same expression are the same. */
export interface NameTest {
  readonly key: string;
  readonly holds: (name: string) => boolean;
}

export interface PreparedAll {
  readonly kind: 'all';
  readonly of: readonly Prepared[];
  readonly not: readonly Prepared[];
  readonly where: readonly PreparedCondition[];
  readonly focus: readonly (readonly string[])[];
}

export type PreparedCondition =
  | {
      readonly kind: 'regex';
      readonly metavariable: string;
      readonly expression: Expression;
      readonly constants: boolean;
    }
  | {
      readonly kind: 'pattern';
      readonly metavariable: string;
      readonly language?: RuleLanguage;
      readonly formula: Prepared;
    }
  | {
      readonly kind: 'comparison';
      readonly comparison: Comparison;
      readonly metavariable?: string;
      readonly base?: number;
      readonly strip: boolean;
    }
  | { readonly kind: 'analysis'; readonly metavariable: string; readonly analyzer: Analyzer }
  | { readonly kind: 'type'; readonly metavariable: string; readonly types: readonly Pattern[] };

type WithFormula<Part> = Omit<Part, 'formula'> & { readonly formula: Prepared };

export interface PreparedTaint {
  readonly sources: readonly WithFormula<SourceRule>[];
  readonly sinks: readonly WithFormula<SinkRule>[];
  readonly sanitizers: readonly WithFormula<SanitizerRule>[];
  readonly propagators: readonly WithFormula<PropagatorRule>[];
  readonly guards: readonly WithFormula<GuardRule>[];
}

/** A rule ready to be run on files of one language. */
export interface PreparedRule {
  readonly rule: Rule;
  readonly language: RuleLanguage;
  readonly search?: Prepared;
  readonly taint?: PreparedTaint;
  readonly optionsKey: string;
}
