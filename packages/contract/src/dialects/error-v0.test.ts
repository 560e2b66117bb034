import { describe, expect, it } from 'vitest';
import { facts } from '../../test/calls.js';
import { canonicalMessages } from '../catalog.js';
import { failure, success } from '../problems.js';
import { errorV0 } from './error-v0.js';
import { read } from './index.js';

describe('error-v0', () => {
  it('says the canonical message and nothing of the problem', () => {
    const given = failure({ kind: 'corrupt', message: 'hash of /home/me/x differs', details: { path: '/home/me/x' } });
    expect(errorV0.write(errorV0.render(given, facts))).toBe(
      '{"error":{"code":"cache_invalid","message":"Cache exists but is invalid"}}',
    );
  });

  it('gives the same bytes 1,000 times', () => {
    const given = failure({ kind: 'invalid_params', variant: 'budget', message: 'budget is -1' });
    const renders = Array.from({ length: 1_000 }, (_, run) =>
      errorV0.write(errorV0.render(given, { ...facts, requestId: String(run), durationMs: run })),
    );
    expect(new Set(renders)).toEqual(
      new Set([`{"error":{"code":"invalid_budget","message":"${canonicalMessages.invalid_budget}"}}`]),
    );
  });

  it('is the plain data on success, and never has an error beside it', () => {
    expect(errorV0.render(success({ data: { documents: [] }, text: 'none' }), facts)).toEqual({ documents: [] });
    expect(errorV0.render(success({ data: { error: 1 } }), facts)).toEqual({ result: { error: 1 } });
    expect(errorV0.render(success({ data: [1] }), facts)).toEqual({ result: [1] });
    expect(errorV0.render(success({ data: null, text: 'x' }), facts)).toEqual({ result: null });
    expect(errorV0.render(success({ text: 'x' }), facts)).toEqual({ result: 'x' });
  });

  it('reads failures and successes', () => {
    expect(read('error-v0', '{"error":{"code":"io_error","message":"disk"}}')).toEqual(
      failure({ kind: 'io', message: 'disk' }, { exitCode: 1 }),
    );
    expect(read('error-v0', { documents: [] })).toEqual(success({ data: { documents: [] } }));
  });

  it.each(['{"error":{"code":"other","message":"x"}}', '{"error":{"code":"io_error","message":""}}', '[]', '7'])(
    'refuses to read %s',
    json => {
      expect(() => read('error-v0', json)).toThrow(TypeError);
    },
  );
});
