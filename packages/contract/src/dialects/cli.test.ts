import { describe, expect, it } from 'vitest';
import { facts } from '../../test/calls.js';
import type { CliError } from '../documents.js';
import type { Facts, Outcome } from '../outcome.js';
import { failure, problem, success } from '../problems.js';
import { cli } from './cli.js';
import { read } from './index.js';
import { callToolResult } from './result.js';

const render = (outcome: Outcome, call: Partial<Facts> = {}) =>
  cli.render(outcome, { ...facts, ...call }) as unknown as CliError;

describe('cli', () => {
  it('has exactly the documented keys on success, and a null only for the retries', () => {
    const given = success({ text: 'The sum is 3.' });
    expect(JSON.stringify(render(given))).toBe(
      JSON.stringify({
        server: 'everything',
        tool: 'get-sum',
        status: 'success',
        result: callToolResult(given, facts, 'text'),
        metadata: { timestamp: '2026-02-10T10:30:00.000Z', retry_count: null },
      }),
    );
    expect(render(given, { retryCount: 2 }).metadata).toMatchObject({ retry_count: 2 });
  });

  it('lists the arguments at fault, and has no result when nothing was called', () => {
    const given = failure(
      problem('invalid_params', 'a must be a number', {
        argument: { pointer: '/a', expected: 'number', received: '"one"' },
        hint: 'mcp info everything/get-sum',
      }),
    );
    expect(JSON.stringify(render(given, { state: 'not_started' }))).toBe(
      JSON.stringify({
        server: 'everything',
        tool: 'get-sum',
        status: 'error',
        error: {
          message: '1 problem with the arguments of everything/get-sum',
          code: 400,
          kind: 'invalid_params',
          retryable: false,
          hint: 'mcp info everything/get-sum',
          problems: [{ pointer: '/a', expected: 'number', received: '"one"', message: 'a must be a number' }],
        },
        metadata: { timestamp: '2026-02-10T10:30:00.000Z' },
      }),
    );
  });

  it('keeps the result of a tool that answered with an error, between status and error', () => {
    const given = failure({ kind: 'command_failed', message: 'no' }, { exitCode: 1 });
    expect(Object.keys(render(given))).toEqual(['server', 'tool', 'status', 'result', 'error', 'metadata']);
    expect(render(given, { state: 'unknown' })).not.toHaveProperty('result');
    expect(render({ ...given, text: 'so far' }, { state: 'unknown' })).toHaveProperty('result');
  });

  it('folds a message to one line without colours', () => {
    const message = (text: string) => render(failure({ kind: 'internal', message: text })).error.message;
    expect(message('\u001b[31mone\u001b[0m\r\n  two\u2028three\n')).toBe('one two three');
    expect(message(`${'x'.repeat(1_999)}😀`)).toBe('x'.repeat(1_999));
    expect(message('\u001b['.repeat(100_000)).length).toBeLessThanOrEqual(2_000);
  });

  it('counts the problems it does not name', () => {
    const other = { kind: 'internal', message: 'two' } as const;
    expect(render(failure([{ kind: 'io', message: 'one' }, other, other])).error.message).toBe('one (and 2 more)');
  });

  it('leaves out what it does not know, and counts retries only when there were some', () => {
    const { server, ...call } = facts;
    expect(server).toBe('everything');
    const given = cli.render(failure({ kind: 'timeout', message: 'late' }), {
      ...call,
      state: 'unknown',
      retryCount: 0,
    });
    expect(given).toEqual({
      tool: 'get-sum',
      status: 'error',
      error: { message: 'late', code: 408, kind: 'timeout', retryable: true },
      metadata: { timestamp: '2026-02-10T10:30:00.000Z' },
    });
  });

  it('cannot be read back', () => {
    expect(() => read('cli' as 'error-v0', {})).toThrow('the dialect cli cannot be read back');
  });
});
