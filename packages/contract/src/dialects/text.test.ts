import { describe, expect, it } from 'vitest';
import { facts } from '../../test/calls.js';
import type { Outcome, Problem } from '../outcome.js';
import { failure, success } from '../problems.js';
import { text } from './text.js';

const render = (outcome: Outcome) => text.write(text.render(outcome, facts));

describe('text', () => {
  it('is the text of a success, else its data', () => {
    expect(render(success({ text: 'done\n', data: 1 }))).toBe('done\n');
    expect(render(success({ data: { a: 1 } }))).toBe('{"a":1}');
    expect(render(success())).toBe('');
  });

  it('has a line for each problem, each piece of advice once, then what output there was', () => {
    const argument = { pointer: '/colour', expected: 'one of red, green', received: '"gren"', nearest: 'green' };
    const hint = 'Verify the parameter values and try again.';
    const wrong: Problem = { kind: 'invalid_params', message: 'not a known colour', argument, hint };
    const missing: Problem = {
      kind: 'invalid_params',
      message: 'size is missing',
      argument: { ...argument, pointer: '' },
      hint,
    };
    const diagnostic: Problem = {
      kind: 'command_failed',
      message: 'no such name',
      code: 'CS0103',
      suggestedFixes: ['add it'],
    };
    expect(render(failure([wrong, { ...missing, message: 'say green' }, diagnostic], { text: 'Restoring…' }))).toBe(
      [
        '/colour: not a known colour (did you mean green?)',
        'arguments: say green',
        'CS0103: no such name',
        'Hint: Verify the parameter values and try again.',
        '- add it',
        '',
        'Restoring…',
      ].join('\n'),
    );
  });
});
