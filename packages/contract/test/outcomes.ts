import fc from 'fast-check';
import { type Category, catalog, type Kind } from '../src/catalog.js';
import type { Json, JsonObject } from '../src/json.js';
import type { Facts, Failure, Outcome, Problem, Success } from '../src/outcome.js';

const nasty = [
  '',
  '\ud800',
  'a\udc00b',
  '\u0000\u001b[31m',
  'a\r\nb\u2028c',
  '__proto__',
  'constructor',
  '"\\',
  '😀',
  'EXIT_0',
];

/** Any text, among it lone surrogates, control characters and names of built-ins. */
export const text = fc.oneof(fc.constantFrom(...nasty), fc.string(), fc.string({ unit: 'binary' }));

/** Any JSON value, also with keys that a careless copy would take for the prototype. */
export const json: fc.Arbitrary<Json> = fc.oneof(
  fc.jsonValue({ stringUnit: 'binary' }) as fc.Arbitrary<Json>,
  fc.dictionary(text, fc.jsonValue() as fc.Arbitrary<Json>, { maxKeys: 4 }),
  fc.constant(JSON.parse('{"__proto__":{"polluted":true},"error":1,"success":false}') as Json),
);

const jsonObject: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.dictionary(text, json, { maxKeys: 4 }),
  fc.constant(JSON.parse('{"__proto__":{"polluted":true},"problems":[1,2],"argument":7}') as JsonObject),
);
const record = fc.dictionary(text, text, { maxKeys: 4 });
const list = fc.array(text, { maxLength: 3 });
const exitCode = fc.oneof(fc.integer(), fc.constantFrom(0, -0, Number.NaN, Number.POSITIVE_INFINITY, 1.5, 1e30));

const categories: readonly Category[] = ['Validation', 'Build', 'Unknown', 'Cancellation'];

/** Codes as tools print them, and as an attacker would like to see them printed. */
export const code = fc.oneof(
  fc.constantFrom(
    'CS0103',
    'NU1101',
    'msb1003',
    'NETSDK1004',
    'EXIT_0',
    'CS0103\n',
    'CS 0103',
    'INVALID_PARAMS',
    'WHITESPACE',
  ),
  text,
);

/** Any problem. */
export const problem = fc.record(
  {
    kind: fc.constantFrom(...(Object.keys(catalog) as Kind[])),
    message: text,
    variant: fc.constantFrom('budget', 'dependency', 'not_implemented', 'denied', '__proto__', 'constructor', 'other'),
    code,
    category: fc.constantFrom(...categories),
    hint: text,
    explanation: text,
    documentationUrl: text,
    suggestedFixes: list,
    alternatives: list,
    rawOutput: text,
    command: text,
    exitCode,
    stderr: text,
    details: jsonObject,
    argument: fc.record(
      { pointer: text, expected: text, received: text, nearest: text },
      { requiredKeys: ['pointer', 'expected', 'received'] },
    ),
    upgrade: fc.record({ feature: text, tier: text, reason: text }),
    retryable: fc.boolean(),
  },
  { requiredKeys: ['kind', 'message'] },
) as fc.Arbitrary<Problem>;

const output = { text, data: json, command: text, metadata: record, content: fc.array(jsonObject, { maxLength: 2 }) };

const success = fc.record({ ok: fc.constant(true), ...output }, { requiredKeys: ['ok'] }) as fc.Arbitrary<Success>;

const failure = fc.record(
  { ok: fc.constant(false), problems: fc.array(problem, { minLength: 1, maxLength: 4 }), exitCode, ...output },
  { requiredKeys: ['ok', 'problems', 'exitCode'] },
) as unknown as fc.Arbitrary<Failure>;

/** Any outcome. */
export const outcome: fc.Arbitrary<Outcome> = fc.oneof(success, failure);

/** What may be known about any call. */
export const facts = fc.record(
  {
    tool: text,
    toolVersion: text,
    server: text,
    requestId: text,
    tier: fc.constantFrom('community', 'pro', 'enterprise'),
    capabilities: fc.array(fc.oneof(text, fc.constant('envelope-v1')), { maxLength: 3 }),
    timestamp: fc.constantFrom('2026-02-10T10:30:00Z', '2026-02-10T10:30:00.123Z'),
    durationMs: fc.oneof(fc.double(), fc.integer()),
    state: fc.constantFrom('not_started', 'finished', 'unknown'),
    redactions: fc.nat(),
    truncated: fc.boolean(),
    unredacted: fc.boolean(),
    retryCount: fc.integer({ min: -1, max: 3 }),
  },
  {
    requiredKeys: [
      'tool',
      'toolVersion',
      'requestId',
      'tier',
      'timestamp',
      'durationMs',
      'state',
      'redactions',
      'truncated',
    ],
  },
) as fc.Arbitrary<Facts>;
