import type { Outcome } from '../outcome.js';
import { cli } from './cli.js';
import { contractV1 } from './contract-v1.js';
import type { Dialect } from './dialect.js';
import { envelopeV1 } from './envelope-v1.js';
import { errorV0 } from './error-v0.js';
import { text } from './text.js';

const byName = {
  'contract-v1': contractV1,
  'envelope-v1': envelopeV1,
  'error-v0': errorV0,
  cli,
  text,
} satisfies Record<string, Dialect>;

export type DialectName = keyof typeof byName;

/** Every way to write an Outcome down, by name. */
export const dialects: Readonly<Record<DialectName, Dialect>> = byName;

/** The dialects whose documents can be turned back into an Outcome. */
export type ReadableDialect = 'contract-v1' | 'envelope-v1' | 'error-v0';

/** The Outcome behind a document, given as JSON text or as its parsed value; a TypeError that says what is wrong with it. */
export function read(name: ReadableDialect, json: unknown): Outcome {
  const dialect = Object.hasOwn(dialects, name) ? dialects[name] : undefined;
  if (dialect?.read === undefined) throw new TypeError(`the dialect ${name} cannot be read back`);
  return dialect.read(typeof json === 'string' ? parse(json, name) : json);
}

function parse(json: string, name: DialectName): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new TypeError(`not ${name}: not JSON`);
  }
}
