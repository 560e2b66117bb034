import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalMessages, catalog, diagnostics, type Kind } from '../src/catalog.js';
import { type DialectName, dialects } from '../src/dialects/index.js';
import { callToolResult } from '../src/dialects/result.js';
import { isJsonObject, type Json } from '../src/json.js';
import type { Outcome, Problem } from '../src/outcome.js';
import { failure, success } from '../src/problems.js';
import { schemas } from '../src/schemas.js';
import { explain } from '../src/validators.js';
import * as calls from './calls.js';
import { code, facts, outcome, problem } from './outcomes.js';

const names = Object.keys(dialects) as DialectName[];
const jsonNames = names.filter(name => name !== 'text');

/** What is wrong with a document of a dialect; nothing, when nothing is. */
function faultsOf(name: DialectName, { ok }: Outcome, document: Json): readonly string[] {
  if (name === 'contract-v1') return explain(ok ? 'success-result' : 'error-response', document);
  if (name === 'envelope-v1') return explain('envelope-v1', document);
  if (name === 'cli') return [...explain('call', document), ...(ok ? [] : explain('cli-error', document))];
  if (name === 'text') return typeof document === 'string' ? [] : ['not a text'];
  if (!ok) return explain('error-v0', document);
  return isJsonObject(document) && !Object.hasOwn(document, 'error') ? [] : ['not a success'];
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}

describe.each(names)('%s', name => {
  const { render, write } = dialects[name];

  it('renders any outcome to a valid document, twice the same, and changes nothing it was given', () => {
    fc.assert(
      fc.property(outcome, facts, (given, call) => {
        deepFreeze(given);
        deepFreeze(call);
        const document = render(given, call);
        expect(faultsOf(name, given, document)).toEqual([]);
        const written = write(document);
        expect(write(render(given, call))).toBe(written);
        if (name !== 'text') expect(faultsOf(name, given, JSON.parse(written))).toEqual([]);
        expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      }),
      { numRuns: 400 },
    );
  });

  it('says in MCP the same as in its document, and isError exactly on failure', () => {
    fc.assert(
      fc.property(outcome, facts, (given, call) => {
        const result = callToolResult(given, call, name);
        expect(Object.hasOwn(result, 'isError')).toBe(!given.ok);
        expect(JSON.parse(JSON.stringify(result))._meta['io.concord/outcome'].ok).toBe(given.ok);
        if (name === 'text') return;
        expect(JSON.stringify(result.structuredContent)).toBe(write(render(given, call)));
        const [first, ...blocks] = result.content as Json[];
        const document = render(given, call);
        const text = dialects[name].text?.(given, document) ?? write(document);
        expect(first).toEqual({ type: 'text', text });
        const isOwnText = given.ok && given.data !== undefined && given.text !== undefined;
        if (name !== 'error-v0' || !isOwnText) expect(text.trimEnd()).toBe(write(document).trimEnd());
        expect(JSON.stringify(blocks)).toBe(JSON.stringify(given.content ?? []));
      }),
      { numRuns: 100 },
    );
  });

  it('renders 10,000 problems', () => {
    const one: Problem = { kind: 'command_failed', code: 'CS0103', message: 'a name is missing', details: { line: 1 } };
    const given = failure([one, ...Array.from({ length: 9_999 }, () => one)], { exitCode: 1 });
    expect(faultsOf(name, given, render(given, calls.facts))).toEqual([]);
    expect(JSON.stringify(callToolResult(given, calls.facts, 'error-v0')).length).toBeLessThan(10_000);
  });

  it('renders data 1,000 deep', () => {
    let data: Json = 'the bottom';
    for (let depth = 0; depth < 1_000; depth++) data = depth % 2 === 0 ? [data] : { deeper: data };
    for (const given of [
      success({ data }),
      failure({ kind: 'internal', message: 'no', details: { data } }, { data }),
    ]) {
      const document = render(given, calls.facts);
      expect(faultsOf(name, given, document)).toEqual([]);
      expect(write(document).length).toBeGreaterThan(0);
    }
  });
});

describe('the whole catalog', () => {
  const rows = (Object.keys(catalog) as Kind[]).flatMap(kind => {
    const row = catalog[kind];
    const variants = 'variants' in row ? Object.keys(row.variants) : [];
    return [undefined, ...variants].map(variant => ({ kind, ...(variant !== undefined && { variant }) }));
  });

  it.each(rows)('is a valid failure in every dialect: $kind $variant', row => {
    const given = failure({ ...row, message: 'it failed' });
    for (const name of names) expect(faultsOf(name, given, dialects[name].render(given, calls.facts))).toEqual([]);
  });

  it('reaches every code of envelope-v1 and error-v0', () => {
    const rendered = rows.map(row => failure({ ...row, message: 'it failed' }));
    const envelopes = rendered.map(given => dialects['envelope-v1'].render(given, calls.facts) as never);
    const errors = rendered.map(given => dialects['error-v0'].render(given, calls.facts) as never);
    expect(new Set(envelopes.map(({ error: { error_code } }) => error_code))).toEqual(new Set(envelopeCodes));
    expect(new Set(errors.map(({ error }: { error: { code: string } }) => error.code))).toEqual(
      new Set(Object.keys(canonicalMessages)),
    );
  });
});

const envelopeSchema = JSON.parse(JSON.stringify(schemas['envelope-v1']));
const envelopeCodes: readonly string[] = envelopeSchema.properties.error.oneOf[1].properties.error_code.enum;
const fixedCodes = ['INVALID_PARAMS', 'CAPABILITY_NOT_AVAILABLE', 'CONCURRENCY_CONFLICT', 'OPERATION_CANCELLED'];

describe('whatever code a problem holds', () => {
  const given = fc.tuple(problem, code).map(([one, held]) => failure({ ...one, code: held }, { exitCode: 3 }));

  it('contract-v1 prints a documented code, a diagnostic one or EXIT_n', () => {
    fc.assert(
      fc.property(given, facts, (hostile, call) => {
        const { errors } = dialects['contract-v1'].render(hostile, call) as unknown as { errors: { code: string }[] };
        const printed = errors[0]?.code ?? '';
        expect(fixedCodes.includes(printed) || diagnostics.shape.test(printed) || /^EXIT_-?\d+$/.test(printed)).toBe(
          true,
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('envelope-v1 and error-v0 print a code of their lists', () => {
    fc.assert(
      fc.property(given, facts, (hostile, call) => {
        const envelope = dialects['envelope-v1'].render(hostile, call) as unknown as { error: { error_code: string } };
        expect(envelopeCodes).toContain(envelope.error.error_code);
        const { error } = dialects['error-v0'].render(hostile, call) as unknown as { error: { code: string } };
        expect(Object.keys(canonicalMessages)).toContain(error.code);
      }),
      { numRuns: 1_000 },
    );
  });
});

it('keeps keys such as __proto__ as data', () => {
  const hostile = JSON.parse('{"__proto__":"x"}') as Record<string, string>;
  const given = success({ data: hostile, metadata: hostile });
  const written = jsonNames.map(name => dialects[name].write(dialects[name].render(given, calls.facts)));
  for (const document of written) expect(document).toContain('__proto__');
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});
