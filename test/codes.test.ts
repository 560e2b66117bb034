import {
  callToolResult,
  catalog,
  classify,
  type DialectName,
  dialects,
  type Failure,
  failure,
  type Kind,
  limitReached,
  missingDependency,
  type Outcome,
  problem,
  success,
  unavailableFeature,
  validateCall,
  validateEnvelopeV1,
  validateErrorResponse,
  validateErrorV0,
  validateSuccessResult,
} from '@concord/contract';
import { type CallRequest, invoke, type Tool } from '@concord/engine';
import { describe, expect, it } from 'vitest';
import { testEngine, testTool } from './support/engine.js';

const engine = testEngine(
  { CONCORD_CANCEL_GRACE_MS: '20', MCPBASH_MAX_TOOL_OUTPUT_SIZE: '2000' },
  { policy: tool => (tool.name === 'secret' ? 'Not here' : undefined) },
);

interface Scene {
  readonly tool: Tool;
  readonly args?: unknown;
  readonly request?: CallRequest;
}
const fails = (...problems: Parameters<typeof failure>): Scene => ({
  tool: testTool(async () => failure(...problems)),
});
const diagnostic = (code: string): Scene =>
  fails(problem('command_failed', 'It broke', { code }), { exitCode: 1, command: 'dotnet build' });
const never = () => new Promise<Outcome>(() => {});
const needs = (properties: object, more: Partial<Tool> = {}) =>
  testTool(async () => success(), {
    inputSchema: { type: 'object', properties, required: Object.keys(properties) } as never,
    ...more,
  });

/** One way for every kind to come about; the engine's own kinds come from the engine. */
const scenes: Readonly<Record<Kind, Scene>> = {
  invalid_params: { tool: needs({ query: { type: 'string' } }) },
  not_found: fails(problem('not_found', 'No such file')),
  invalid_path: fails(problem('invalid_path', 'Outside the root')),
  forbidden: { tool: testTool(async () => success(), { name: 'secret' }) },
  unavailable: fails(unavailableFeature('telemetry', 'Not here')),
  upgrade_required: { tool: testTool(async () => success(), { tier: 'pro' }) },
  conflict: {
    tool: testTool(async () => success(), {
      lockKey: () => ({ keys: [{ key: 'held', mode: 'write' }], operation: 'build', target: 'App' }),
    }),
  },
  limited: fails(limitReached('rate', 'Too many calls', 1_500)),
  cancelled: { tool: testTool(never), request: { signal: AbortSignal.abort() } },
  timeout: { tool: testTool(never), request: { timeoutMs: 5 } },
  too_large: { tool: testTool(async () => success({ text: 'x'.repeat(3_000) })) },
  command_failed: fails(problem('command_failed', 'It broke'), { exitCode: 127 }),
  corrupt: fails(problem('corrupt', 'Hash mismatch')),
  io: {
    tool: testTool(async () => {
      throw Object.assign(new Error('disk on fire'), { code: 'EIO', syscall: 'read' });
    }),
  },
  malformed_output: { tool: testTool(async () => undefined as never) },
  internal: {
    tool: testTool(async () => {
      throw new Error('a bug');
    }),
  },
};

async function play({ tool, args, request }: Scene, dialect: DialectName) {
  const held = await engine.locks.acquire({
    keys: [{ key: 'held', mode: 'write' }],
    operation: 'restore',
    target: 'App',
  });
  const { outcome, facts } = await invoke({ ...tool, dialect }, args, { engine, server: 'test', ...request });
  if (held.held) await held.release();
  return { outcome, facts, value: dialects[dialect].render(outcome, facts) as never };
}

describe('every kind of the catalog comes out of invoke', () => {
  it.each(Object.entries(scenes))('%s, valid in every dialect', async (kind, scene) => {
    const contract = await play(scene, 'contract-v1');
    expect((contract.outcome as Failure).problems[0].kind).toBe(kind);
    expect(validateErrorResponse(contract.value)).toBe(true);
    expect(validateEnvelopeV1((await play(scene, 'envelope-v1')).value)).toBe(true);
    expect(validateErrorV0((await play(scene, 'error-v0')).value)).toBe(true);
    expect(validateCall((await play(scene, 'cli')).value)).toBe(true);
    expect(typeof (await play(scene, 'text')).value).toBe('string');
  });

  it('and success, too', async () => {
    const scene = { tool: testTool(async () => success({ text: 'fine', data: { a: 1 } })) };
    expect(validateSuccessResult((await play(scene, 'contract-v1')).value)).toBe(true);
    expect(validateEnvelopeV1((await play(scene, 'envelope-v1')).value)).toBe(true);
    expect((await play(scene, 'error-v0')).value).toEqual({ a: 1 });
    expect(validateCall((await play(scene, 'cli')).value)).toBe(true);
  });
});

describe('every contract-v1 code comes out of invoke', () => {
  const codes: Record<string, [Scene, category: string, mcpErrorCode: number | undefined]> = {
    INVALID_PARAMS: [scenes.invalid_params, 'Validation', -32602],
    CONCURRENCY_CONFLICT: [scenes.conflict, 'Concurrency', -32603],
    OPERATION_CANCELLED: [scenes.cancelled, 'Cancellation', -32603],
    CAPABILITY_NOT_AVAILABLE: [scenes.unavailable, 'Capability', -32603],
    CS0103: [diagnostic('CS0103'), 'Compilation', undefined],
    CS1001: [diagnostic('CS1001'), 'Compilation', undefined],
    CS0246: [diagnostic('CS0246'), 'Compilation', undefined],
    MSB3644: [diagnostic('MSB3644'), 'Build', undefined],
    MSB4236: [diagnostic('MSB4236'), 'Build', -32002],
    MSB1003: [diagnostic('MSB1003'), 'Build', -32002],
    MSB1001: [diagnostic('MSB1001'), 'Build', undefined],
    NU1101: [diagnostic('NU1101'), 'Package', -32002],
    NU1102: [diagnostic('NU1102'), 'Package', -32002],
    NU1605: [diagnostic('NU1605'), 'Package', undefined],
    NETSDK1045: [diagnostic('NETSDK1045'), 'Runtime', undefined],
    NETSDK1004: [diagnostic('NETSDK1004'), 'Runtime', -32002],
    EXIT_1: [fails(problem('command_failed', 'x'), { exitCode: 1 }), 'Unknown', -32603],
    'EXIT_-1': [scenes.limited, 'Unknown', -32603],
    EXIT_127: [scenes.command_failed, 'Unknown', -32603],
  };
  it.each(Object.entries(codes))('%s', async (code, [scene, category, mcpErrorCode]) => {
    const { value } = await play(scene, 'contract-v1');
    const [error] = (value as { errors: { mcpErrorCode?: number }[] }).errors;
    expect(error).toMatchObject({ code, category });
    expect(error!.mcpErrorCode).toBe(mcpErrorCode);
  });

  it('CAPABILITY_NOT_AVAILABLE with -32001 when a dependency is missing', async () => {
    const { value } = await play(fails(missingDependency('dotnet CLI', { details: 'No such file' })), 'contract-v1');
    expect(value).toMatchObject({ errors: [{ code: 'CAPABILITY_NOT_AVAILABLE', mcpErrorCode: -32001 }] });
  });
});

describe('every envelope-v1 code comes out of invoke', () => {
  const codes: Record<string, Scene> = {
    invalid_argument: scenes.invalid_params,
    not_found: scenes.not_found,
    invalid_path: scenes.invalid_path,
    forbidden: scenes.forbidden,
    dependency_unavailable: scenes.unavailable,
    not_implemented: fails(unavailableFeature('x', 'later', { variant: 'not_implemented' })),
    upgrade_required: scenes.upgrade_required,
    resource_exhausted: scenes.conflict,
    timeout: scenes.timeout,
    too_large: scenes.too_large,
    internal_error: scenes.internal,
  };
  it.each(Object.entries(codes))('%s', async (code, scene) => {
    const { value } = await play(scene, 'envelope-v1');
    expect((value as { error: { error_code: string } }).error.error_code).toBe(code);
  });

  it('upgrade_required brings its hint', async () => {
    expect((await play(scenes.upgrade_required, 'envelope-v1')).value).toMatchObject({
      upgrade_hints: [{ feature: 'probe', tier: 'pro' }],
    });
  });
});

describe('every error-v0 code comes out of invoke', () => {
  const codes: Record<string, Scene> = {
    cache_missing: scenes.not_found,
    cache_invalid: scenes.corrupt,
    invalid_query: scenes.invalid_params,
    invalid_budget: {
      tool: needs(
        { budget: { type: 'integer' } },
        { check: (_, found) => found.map(each => ({ ...each, variant: 'budget' })) },
      ),
    },
    io_error: scenes.io,
    internal_error: scenes.internal,
  };
  it.each(Object.entries(codes))('%s', async (code, scene) => {
    const { value } = await play(scene, 'error-v0');
    expect((value as { error: { code: string } }).error.code).toBe(code);
  });
});

describe('every JSON-RPC code a tool can cause comes from the catalog', () => {
  const expected: Record<Kind, [handshake: number | null, modern: number | null]> = {
    invalid_params: [-32602, -32602],
    not_found: [-32601, -32602],
    invalid_path: [-32603, -32602],
    forbidden: [-32603, -32603],
    unavailable: [-32603, -32603],
    upgrade_required: [-32603, -32603],
    conflict: [-32603, -32603],
    limited: [-32603, -32603],
    cancelled: [-32001, null],
    timeout: [-32603, -32603],
    too_large: [-32603, -32603],
    command_failed: [null, null],
    corrupt: [-32603, -32603],
    io: [-32603, -32603],
    malformed_output: [null, null],
    internal: [-32603, -32603],
  };
  it.each(Object.keys(catalog) as Kind[])('%s', async kind => {
    const { outcome } = await play(scenes[kind], 'text');
    const { rpc } = classify((outcome as Failure).problems[0], (outcome as Failure).exitCode);
    expect([rpc.handshake, rpc.modern]).toEqual(expected[kind]);
  });
});

it('says of a limit that was reached when to come again', async () => {
  const { outcome, facts } = await play(scenes.limited, 'text');
  expect(callToolResult(outcome, facts, 'text')._meta).toMatchObject({
    'io.concord/outcome': { ok: false, retryAfterMs: 1_500, problems: [{ kind: 'limited', retryable: true }] },
  });
  const { value } = await play(scenes.limited, 'contract-v1');
  expect(value).toMatchObject({ errors: [{ code: 'EXIT_-1', hint: expect.any(String) }] });
});

it('answers the question every retry asks on every result', async () => {
  const { outcome, facts } = await play(scenes.timeout, 'text');
  expect(callToolResult(outcome, facts, 'text')).toMatchObject({
    isError: true,
    _meta: {
      'io.concord/outcome': {
        ok: false,
        state: 'unknown',
        problems: [{ kind: 'timeout', code: 'OPERATION_CANCELLED', category: 'Cancellation', retryable: true }],
      },
    },
  });
});
