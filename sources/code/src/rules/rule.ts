import type { Requirement, TaintOptions } from '../flow/taint.js';
import type { MatchOptions } from '../match/match.js';
import type { LanguageId } from '../syntax/language.js';
import type { LineAndColumn } from '../text/lines.js';
import type { Comparison } from './comparison.js';

/** What a rule can be about: a language, text as it stands, or text of any form. */
export type RuleLanguage = LanguageId | 'generic' | 'regex';

export type Severity = 'critical' | 'error' | 'warning' | 'info';
export type Confidence = 'high' | 'medium' | 'low';

/** What is wrong with a rule or a file of rules. */
export interface Fault {
  readonly kind: 'rule_syntax' | 'unsupported' | 'parse' | 'timeout' | 'too_large' | 'io';
  readonly message: string;
  readonly path?: string;
  readonly rule_id?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Text of a rule, with where it stands in its file. */
export interface RuleText {
  readonly text: string;
  readonly place: LineAndColumn;
  /** How the lines of the text lie in the file: in a block they follow the place, indented. */
  readonly indent?: number;
}

/** Where code must match. */
export type Formula =
  | { readonly kind: 'pattern'; readonly pattern: RuleText }
  | { readonly kind: 'regex'; readonly regex: RuleText }
  | Conjunction
  | { readonly kind: 'any'; readonly of: readonly Formula[] }
  | { readonly kind: 'inside'; readonly of: Formula }
  | { readonly kind: 'anywhere'; readonly of: Formula }
  | { readonly kind: 'named'; readonly as: string; readonly of: Formula }
  | { readonly kind: 'parameters' }
  | SharedFormula;

/** A formula of a set. All rules that take the set in have the same object, so that it is read and looked for once. */
export interface SharedFormula {
  readonly kind: 'shared';
  /** The file it comes from. */
  readonly path: string;
  readonly of: Formula;
}

/** All of these: the positive ones share a range, none of the negative ones is there, the conditions hold. */
export interface Conjunction {
  readonly kind: 'all';
  readonly of: readonly Formula[];
  readonly not: readonly Formula[];
  readonly where: readonly Condition[];
  /** Each a list of metavariables, whose places take the place of the match. */
  readonly focus: readonly (readonly string[])[];
}

/** What a text can be asked: whether it looks random, makes an expression explode, or holds a secret or a password. */
export type Analyzer = 'entropy' | 'redos' | 'explosive' | 'secret' | 'password';

/** What must hold for what a metavariable stands for. */
export type Condition =
  | {
      readonly kind: 'regex';
      readonly metavariable: string;
      readonly regex: RuleText;
      readonly constants: boolean;
    }
  | {
      readonly kind: 'pattern';
      readonly metavariable: string;
      readonly language?: RuleLanguage;
      readonly formula: Formula;
    }
  | {
      readonly kind: 'comparison';
      readonly comparison: Comparison;
      readonly metavariable?: string;
      readonly base?: number;
      readonly strip: boolean;
    }
  | { readonly kind: 'analysis'; readonly metavariable: string; readonly analyzer: Analyzer }
  | { readonly kind: 'type'; readonly metavariable: string; readonly types: readonly RuleText[] };

export interface SourceRule {
  readonly formula: Formula;
  readonly exact?: boolean;
  readonly bySideEffect?: boolean | 'only';
  readonly label?: string;
  readonly requires?: Requirement;
  readonly control?: boolean;
}

export interface SinkRule {
  readonly formula: Formula;
  readonly exact?: boolean;
  readonly requires?: Requirement;
  readonly multiRequires?: readonly { readonly metavariable: string; readonly requires: Requirement }[];
  readonly atExit?: boolean;
}

export interface SanitizerRule {
  readonly formula: Formula;
  readonly exact?: boolean;
  readonly bySideEffect?: boolean | 'only';
  readonly notConflicting?: boolean;
}

export interface PropagatorRule {
  readonly formula: Formula;
  readonly exact?: boolean;
  readonly bySideEffect?: boolean | 'only';
  readonly from: string;
  readonly to: string;
  readonly label?: string;
  readonly requires?: Requirement;
  readonly replaceLabels?: readonly string[];
}

/** A condition that makes a variable harmless. */
export interface GuardRule {
  readonly formula: Formula;
  /** The metavariable that stands for what is harmless. */
  readonly clears: string;
  /** Whether it is so where the condition holds, or where it does not. */
  readonly when: boolean;
}

export interface TaintRule {
  readonly sources: readonly SourceRule[];
  readonly sinks: readonly SinkRule[];
  readonly sanitizers: readonly SanitizerRule[];
  readonly propagators: readonly PropagatorRule[];
  readonly guards: readonly GuardRule[];
}

/** Options of generic rules. */
export interface GenericOptions {
  readonly generic_ellipsis_max_span?: number;
  readonly generic_comment_style?: 'c' | 'cpp' | 'shell';
}

export type RuleOptions = MatchOptions & TaintOptions & GenericOptions;

export interface FixRegex {
  readonly regex: RuleText;
  readonly replacement: string;
  readonly count?: number;
}

/** One rule, as it is written. */
export interface Rule {
  readonly id: string;
  /** The file it comes from, as it was named. */
  readonly path: string;
  readonly place: LineAndColumn;
  readonly languages: readonly RuleLanguage[];
  readonly severity: Severity;
  readonly message: string;
  /** One of both. */
  readonly search?: Formula;
  readonly taint?: TaintRule;
  readonly options: RuleOptions;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly fix?: string;
  readonly fixRegex?: FixRegex;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Changes when anything in the rule does. */
  readonly hash: string;
}
