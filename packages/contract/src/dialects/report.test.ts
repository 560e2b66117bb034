import { expect, it } from 'vitest';
import { facts } from '../../test/calls.js';
import type { Problem } from '../outcome.js';
import { failure, success } from '../problems.js';
import { report } from './report.js';

it('reports a success', () => {
  expect(JSON.stringify(report(success({ text: 'secret' }), facts))).toBe(
    '{"ok":true,"requestId":"8b3e5f6c0a2f4ed4a3fb9e0b2f8f8d3a","durationMs":27,"state":"finished","problems":[],"redactions":0,"truncated":false}',
  );
});

it('types every problem, and says nothing of contents', () => {
  const given = failure([
    { kind: 'conflict', message: 'held' },
    { kind: 'command_failed', message: 'no', code: 'NU1301' },
  ]);
  expect(report(given, { ...facts, unredacted: true })).toMatchObject({
    ok: false,
    problems: [
      { kind: 'conflict', code: 'CONCURRENCY_CONFLICT', category: 'Concurrency', retryable: true },
      { kind: 'command_failed', code: 'NU1301', category: 'Package', retryable: true },
    ],
    unredacted: true,
  });
  expect(JSON.stringify(report(given, facts))).not.toMatch(/held|unredacted|problemCount/);
});

it('lists 50 problems and counts the others', () => {
  const one: Problem = { kind: 'io', message: 'no' };
  const { problems, problemCount } = report(failure([one, ...Array.from({ length: 50 }, () => one)]), facts);
  expect(problems).toHaveLength(50);
  expect(problemCount).toBe(51);
});
