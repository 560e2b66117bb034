import type { Confidence } from '../rules/rule.js';

/** What a rule's metadata says of weaknesses and confidence, in one form. */
export interface RuleFacts {
  readonly cwe: readonly string[];
  readonly owasp: readonly string[];
  readonly confidence: Confidence;
  readonly references: readonly string[];
  /** Whether it only counts where no other rule tells of the same weakness at the same place. */
  readonly isFallback: boolean;
}

const known = new WeakMap<object, RuleFacts>();

export function factsOf(metadata: Readonly<Record<string, unknown>>): RuleFacts {
  let found = known.get(metadata);
  if (!found) {
    found = {
      cwe: texts(metadata.cwe).flatMap(text => {
        const number = /\d{1,5}/.exec(text)?.[0];
        return number === undefined ? [] : [`CWE-${Number(number)}`];
      }),
      owasp: texts(metadata.owasp),
      confidence: confidenceOf(metadata.confidence),
      references: texts(metadata.references),
      isFallback: metadata.fallback === true,
    };
    known.set(metadata, found);
  }
  return found;
}

function texts(value: unknown): string[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return [...new Set(list.filter(each => typeof each === 'string' || typeof each === 'number').map(String))];
}

function confidenceOf(value: unknown): Confidence {
  const text = String(value ?? '').toLowerCase();
  return text === 'high' || text === 'low' ? text : 'medium';
}
