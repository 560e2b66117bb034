import { describe, expect, it } from 'vitest';
import { catalog, type Kind } from './catalog.js';
import { classify, leadingProblem } from './classify.js';
import type { Problem } from './outcome.js';
import { failure } from './problems.js';

const failed = (code?: string, more: Partial<Problem> = {}) =>
  classify({ kind: 'command_failed', message: 'it failed', ...(code !== undefined && { code }), ...more }, 127);

describe('classify', () => {
  it.each(Object.keys(catalog) as Kind[])('gives %s its fixed code, or EXIT_n where it has none', kind => {
    const { code, category, envelope, errorV0 } = classify({ kind, message: '' }, 127);
    expect(code).toBe(catalog[kind].code ?? 'EXIT_127');
    expect({ category, envelope, errorV0 }).toMatchObject({
      category: catalog[kind].category,
      envelope: catalog[kind].envelope,
      errorV0: catalog[kind].errorV0,
    });
  });

  it.each([
    ['CS0103', 'Compilation', undefined],
    ['MSB3644', 'Build', undefined],
    ['MSB1003', 'Build', -32002],
    ['NU1101', 'Package', -32002],
    ['nu1102', 'Package', -32002],
    ['NETSDK1004', 'Runtime', -32002],
    ['NETSDK1045', 'Runtime', undefined],
    ['NUnit1001', 'Unknown', -32603],
    ['CA2000', 'Unknown', -32603],
  ])('puts %s into %s', (code, category, mcpErrorCode) => {
    expect(failed(code)).toMatchObject({ code, category });
    expect(failed(code).mcpErrorCode).toBe(mcpErrorCode);
  });

  it.each(['', 'EXIT_0', 'CS0103\n', ' CS0103', 'CS-0103', '<script>', 'INVALID_PARAMS', `CS${'1'.repeat(99)}`])(
    'prints EXIT_n in place of %j',
    code => {
      expect(failed(code).code).toBe('EXIT_127');
    },
  );

  it('leaves a fixed code alone, whatever the problem holds', () => {
    expect(classify({ kind: 'conflict', message: '', code: 'CS0103', category: 'Build' }, 1)).toMatchObject({
      code: 'CONCURRENCY_CONFLICT',
      category: 'Concurrency',
    });
  });

  it('lays a variant over its row', () => {
    expect(classify({ kind: 'unavailable', message: '' }, -1)).toMatchObject({ mcpErrorCode: -32603 });
    expect(classify({ kind: 'unavailable', variant: 'dependency', message: '' }, -1).mcpErrorCode).toBe(-32001);
    expect(classify({ kind: 'invalid_params', variant: 'budget', message: '' }, -1).errorV0).toBe('invalid_budget');
    expect(classify({ kind: 'io', variant: 'denied', message: '' }, -1).envelope).toBe('forbidden');
  });

  it('takes the exit code of the problem before that of the failure', () => {
    expect(failed(undefined, { exitCode: 3 }).code).toBe('EXIT_3');
  });

  it('knows which diagnostics may go away by themselves, unless the problem knows better', () => {
    expect(failed('NU1301').retryable).toBe(true);
    expect(failed('NU1301', { retryable: false }).retryable).toBe(false);
    expect(failed('CS0103').retryable).toBe(false);
  });
});

it('lets the first problem speak for the failure', () => {
  const first: Problem = { kind: 'io', message: 'first' };
  expect(leadingProblem(failure([first, { kind: 'internal', message: 'second' }]))).toBe(first);
});
