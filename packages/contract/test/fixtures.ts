import { readFileSync } from 'node:fs';
import type { Json } from '../src/json.js';
import type { SchemaName } from '../src/schemas.js';

/** One JSON block of a contract document. */
export interface Fixture {
  readonly name: string;
  readonly schema: SchemaName;
  readonly verdict: 'valid' | 'forbidden' | 'schema' | 'messages';
  readonly document: Json;
}

/** The JSON blocks of one contract document, in its order. */
export function blocksOf(document: 'contract-v1' | 'envelope-v1' | 'error-v0' | 'cli-json' | 'host-errors'): Fixture[] {
  return JSON.parse(readFileSync(new URL(`./documents/${document}.json`, import.meta.url), 'utf8'));
}

/** The block with that name. */
export function blockOf(blocks: readonly Fixture[], name: string): Json {
  const found = blocks.find(block => block.name === name);
  if (found === undefined) throw new Error(`no block named ${name}`);
  return found.document;
}
