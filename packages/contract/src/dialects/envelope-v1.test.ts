import { describe, expect, it } from 'vitest';
import { facts } from '../../test/calls.js';
import type { EnvelopeV1 } from '../documents.js';
import type { Facts, Outcome, Problem } from '../outcome.js';
import { failure, success } from '../problems.js';
import { envelopeV1 } from './envelope-v1.js';
import { read } from './index.js';

const render = (outcome: Outcome, call: Facts = facts) => envelopeV1.render(outcome, call) as unknown as EnvelopeV1;

const argument = { pointer: '/a', expected: 'number', received: '"one"' };
const upgrade = { feature: 'slices', tier: 'pro', reason: 'not in this tier' };

describe('envelope-v1', () => {
  it('begins its capabilities with its own name, once', () => {
    expect(render(success(), { ...facts, capabilities: ['x', 'envelope-v1', 'x'] }).capabilities).toEqual([
      'envelope-v1',
      'x',
    ]);
  });

  it('has whole milliseconds', () => {
    expect(render(success(), { ...facts, durationMs: 1.6 }).duration_ms).toBe(2);
    expect(render(success(), { ...facts, durationMs: -1 }).duration_ms).toBe(0);
  });

  it('carries data, else the text, else null', () => {
    expect(render(success({ data: 0, text: 'zero' })).data).toBe(0);
    expect(render(success({ text: 'zero' })).data).toEqual({ success: true, output: 'zero' });
    expect(render(success()).data).toBeNull();
  });

  it('repeats the message in the data of a failure, unless the tool has more to say', () => {
    expect(render(failure({ kind: 'not_found', message: 'gone' })).data).toEqual({ success: false, error: 'gone' });
    expect(render(failure({ kind: 'not_found', message: 'gone' }, { data: { near: 'x' } })).data).toEqual({
      near: 'x',
    });
  });

  it('puts details, the argument at fault and all problems into error_details', () => {
    const first: Problem = {
      kind: 'invalid_params',
      message: 'a must be a number',
      details: { parameter: 'a' },
      argument,
    };
    const second: Problem = { kind: 'command_failed', message: 'no name', code: 'CS0103' };
    expect(render(failure([first, second])).error).toEqual({
      error: 'a must be a number',
      error_code: 'invalid_argument',
      error_details: {
        parameter: 'a',
        argument,
        problems: [
          { kind: 'invalid_params', code: 'INVALID_PARAMS', message: 'a must be a number', ...argument },
          { kind: 'command_failed', code: 'CS0103', message: 'no name' },
        ],
      },
    });
    expect(render(failure({ kind: 'internal', message: 'no' })).error?.error_details).toBeNull();
  });

  it('lists what would unlock the call', () => {
    expect(render(failure({ kind: 'upgrade_required', message: 'no', upgrade })).upgrade_hints).toEqual([upgrade]);
  });

  it('reads back what the problems were', () => {
    for (const given of [
      failure({ kind: 'invalid_params', message: 'a must be a number', argument, details: { parameter: 'a' } }),
      failure([
        { kind: 'cancelled', message: 'stopped', upgrade },
        { kind: 'invalid_params', message: 'wrong', argument: { ...argument, nearest: '/b' } },
      ]),
      failure({ kind: 'unavailable', variant: 'not_implemented', message: 'later' }, { data: null }),
      success({ text: 'done' }),
      success({ data: { success: true, output: 'done', more: 1 } }),
      success(),
    ]) {
      expect(read('envelope-v1', envelopeV1.write(envelopeV1.render(given, facts)))).toEqual(given);
    }
  });

  it('leaves details that only look like ours in the details', () => {
    const details = { argument: 'x', problems: [{ kind: 'nonsense', message: 1 }, 2] };
    const given = failure({ kind: 'not_found', message: 'gone', details }, { exitCode: 1 });
    expect(read('envelope-v1', render(given))).toEqual(given);
  });

  it('refuses to read an envelope without one of its keys', () => {
    const { data, ...rest } = render(success());
    expect(data).toBeNull();
    expect(() => read('envelope-v1', rest)).toThrow(/not envelope-v1: \(root\): must have required property 'data'/);
  });
});
