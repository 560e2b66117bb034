import type { Json } from '../json.js';
import { type RedactedValue, redactValue } from './json-value.js';
import { compileKnown } from './known/known.js';
import { anchors } from './rules/anchors.js';
import { redactionRules } from './rules/index.js';
import { MaskStream, maskText, type Redacted } from './scan/mask.js';
import { compilePlan, type Plan } from './scan/plan.js';
import { Tally } from './scan/tally.js';

export interface RedactionOptions {
  /** Secrets the process was given. They are masked as they are and in their escaped and encoded forms. */
  readonly known?: Iterable<string>;
}

/** A redactor for text that arrives in pieces. */
export interface Redactor {
  /** Takes the next piece and returns what is safe to release. */
  push(chunk: string): string;
  /** Returns what was held back, and the totals of the whole text. */
  end(): Redacted;
}

/** Redaction with its secrets compiled, to be used any number of times. */
export interface Redaction {
  /** Masks the secrets in a text; returns the same string when there are none. */
  text(text: string): Redacted;
  /**
   * Masks the secrets in every string and key of a JSON value; returns the same reference when there are none. Each secret counts once,
   * and in a tally of the caller's where that is given.
   */
  value<T extends Json>(value: T, tally?: Tally): RedactedValue;
  /** Starts a text that arrives in pieces; its secrets are counted in the tally too. */
  stream(tally?: Tally): Redactor;
}

let shapes: Plan | undefined;
let plain: Redaction | undefined;

/** The rules compiled: once for all, and not before the first text, because many a process redacts none. */
function compiledRules(): Plan {
  shapes ??= compilePlan(redactionRules, anchors);
  return shapes;
}

/** Prepares the masking of known secrets and of everything that has the shape of one. */
export function compileRedaction(options: RedactionOptions = {}): Redaction {
  const known = options.known === undefined ? undefined : compileKnown(options.known);
  if (known !== undefined) return build(known);
  plain ??= build(undefined);
  return plain;
}

/**
 * Masks secrets: known values first, then everything that has the shape of one. Text outside secrets is untouched, the time is
 * linear in the length of the text, and redacting twice changes nothing.
 */
export function redact(text: string, options?: RedactionOptions): Redacted {
  return compileRedaction(options).text(text);
}

/** Starts a redactor for text that arrives in pieces; together they come out as `redact` would have them. */
export function createRedactor(options?: RedactionOptions): Redactor {
  return compileRedaction(options).stream();
}

function build(known: Plan | undefined): Redaction {
  const text = (given: string, tally?: Tally): Redacted => {
    requireText(given, 'text');
    if (known === undefined) return maskText(compiledRules(), given, tally);
    const once = maskText(known, given, tally);
    return combine(once, maskText(compiledRules(), once.text, tally));
  };
  const holdsKnown = known && ((given: string) => maskText(known, given).count > 0);
  return {
    text: given => text(given),
    value: (value, tally = new Tally()) => redactValue(value, { text, holdsKnown }, tally),
    stream: tally => startStream(known === undefined ? [compiledRules()] : [known, compiledRules()], tally),
  };
}

function startStream(plans: readonly Plan[], tally: Tally | undefined): Redactor {
  const stages = plans.map(plan => new MaskStream(plan, tally));
  return {
    push(chunk) {
      requireText(chunk, 'chunk');
      return stages.reduce((piece, stage) => stage.push(piece), chunk);
    },
    end() {
      const text = stages.reduce((piece, stage) => stage.push(piece) + stage.end(), '');
      const rules = new Set(stages.flatMap(stage => [...stage.findings.rules]));
      const count = stages.reduce((sum, stage) => sum + stage.findings.count, 0);
      return { text, count, rules: [...rules].sort() };
    },
  };
}

function combine(first: Redacted, second: Redacted): Redacted {
  if (first.count === 0) return second;
  const rules = second.count === 0 ? first.rules : [...new Set([...first.rules, ...second.rules])].sort();
  return { text: second.text, count: first.count + second.count, rules };
}

function requireText(value: unknown, name: string): void {
  if (typeof value !== 'string')
    throw new TypeError(`${name} must be a string, not ${value === null ? 'null' : typeof value}`);
}
