import { describe, expect, it } from 'vitest';
import { canonicalMessages, catalog } from '../src/catalog.js';
import { dialects, type ReadableDialect, read } from '../src/dialects/index.js';
import type { EnvelopeV1 } from '../src/documents.js';
import type { Json } from '../src/json.js';
import type { Facts } from '../src/outcome.js';
import { schemas } from '../src/schemas.js';
import { explain } from '../src/validators.js';
import { facts } from './calls.js';
import { blockOf, blocksOf, type Fixture } from './fixtures.js';
import { mutationsOf } from './mutations.js';

const contractV1 = blocksOf('contract-v1');
const envelopeV1 = blocksOf('envelope-v1');
const errorV0 = blocksOf('error-v0');
const cliJson = blocksOf('cli-json');
const all = [...contractV1, ...envelopeV1, ...errorV0, ...cliJson];
const valid = all.filter(({ verdict }) => verdict === 'valid');
const titled = (fixtures: readonly Fixture[]) =>
  fixtures.map(fixture => [`${fixture.schema}: ${fixture.name}`, fixture] as const);

describe('the JSON blocks of the contract documents', () => {
  it.each(titled(valid))('accepts %s', (_, { schema, document }) => {
    expect(explain(schema, document)).toEqual([]);
  });

  it.each(titled(all.filter(({ verdict }) => verdict === 'forbidden')))('refuses %s', (_, { schema, document }) => {
    expect(explain(schema, document)).not.toEqual([]);
    expect(() => read('error-v0', document)).toThrow(TypeError);
  });

  it.each(titled(valid))('refuses every single fault in %s', (_, { schema, document }) => {
    const mutations = mutationsOf(schemas[schema], document);
    expect(mutations.length).toBeGreaterThan(3);
    const accepted = mutations.filter(mutation => explain(schema, mutation.document).length === 0);
    expect(accepted.map(({ what }) => what)).toEqual([]);
  });

  it('publishes the frozen schema of error-v0 as it is', () => {
    expect(schemas['error-v0']).toEqual(blockOf(errorV0, 'the frozen schema'));
  });

  it('has the canonical messages of error-v0', () => {
    expect(canonicalMessages).toEqual(blockOf(errorV0, 'the canonical messages'));
  });

  it('answers a provider that fails with the code of the host contract', () => {
    const reply = blockOf(blocksOf('host-errors'), 'a resource that cannot be read');
    expect(reply).toMatchObject({ error: { code: catalog.io.rpc.handshake } });
    expect(reply).toMatchObject({ error: { code: catalog.internal.rpc.modern } });
  });
});

describe('reading a document and writing it again', () => {
  it.each(titled(contractV1))('gives the same bytes for %s', (_, { document }) => {
    expect(again('contract-v1', document, facts)).toBe(JSON.stringify(document));
  });

  it.each(titled(envelopeV1))('gives the same bytes for %s', (_, { document }) => {
    expect(again('envelope-v1', document, factsOf(document as unknown as EnvelopeV1))).toBe(JSON.stringify(document));
  });

  it.each(Object.entries(canonicalMessages))('gives the same bytes for error-v0: %s', (code, message) => {
    const document = { error: { code, message } };
    expect(again('error-v0', document, facts)).toBe(JSON.stringify(document));
  });
});

function again(dialect: ReadableDialect, document: Json, given: Facts): string {
  const { render, write } = dialects[dialect];
  return write(render(read(dialect, JSON.stringify(document)), given));
}

function factsOf(envelope: EnvelopeV1): Facts {
  return {
    ...facts,
    tier: envelope.tier,
    tool: envelope.tool_id,
    toolVersion: envelope.tool_version,
    requestId: envelope.request_id,
    durationMs: envelope.duration_ms,
  };
}
