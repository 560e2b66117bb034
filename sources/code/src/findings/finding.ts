import type { Confidence, Severity } from '../rules/rule.js';
import type { Place } from '../text/lines.js';

/** A stretch of a file, as it is told. */
export interface Stretch {
  readonly start: Place;
  readonly end: Place;
}

/** A step of the way from a source to a sink. */
export interface FlowStep extends Stretch {
  readonly path: string;
  readonly note: string;
}

/** One finding, as `--json` prints it. */
export interface Finding extends Stretch {
  readonly rule_id: string;
  readonly path: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly message: string;
  readonly cwe: readonly string[];
  readonly owasp: readonly string[];
  readonly fingerprint: string;
  readonly metavariables: Readonly<Record<string, Stretch & { readonly text: string }>>;
  readonly flow?: readonly FlowStep[];
  /** What to write in place of the finding's text. */
  readonly fix?: string;
  readonly suppressed?: true;
}

/** Findings in their order: by file, place, rule, message. */
export function inOrder(one: Finding, other: Finding): number {
  return (
    compare(one.path, other.path) ||
    one.start.offset - other.start.offset ||
    one.end.offset - other.end.offset ||
    compare(one.rule_id, other.rule_id) ||
    compare(one.message, other.message) ||
    compare(one.fingerprint, other.fingerprint)
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Severities from the least to the greatest. */
export const severities: readonly Severity[] = ['info', 'warning', 'error', 'critical'];
