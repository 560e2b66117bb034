import { failure, invalidParameter, problem, success } from '@concord/contract';
import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.js';

const shown = (outcome: Parameters<typeof plainText>[0], more: Partial<Parameters<typeof plainText>[1]> = {}) =>
  plainText(outcome, { isData: false, ...more });

describe('plain text', () => {
  it('of a success is what was printed and how it ended', () => {
    expect(shown(success({ text: 'Build succeeded.\n\n' }))).toBe('Build succeeded.\nExit Code: 0');
    expect(shown(success({ text: 'done' }), { stderr: 'careful\n' })).toBe('done\nErrors:\ncareful\nExit Code: 0');
  });

  it('of a failure has a line for each problem, with its place and its hint', () => {
    const broken = problem('command_failed', "The name 'x' does not exist", {
      code: 'CS0103',
      hint: 'Check the spelling',
      details: { file: '/a/Program.cs', line: '5', column: '9' },
    });
    expect(shown(failure(broken, { exitCode: 1, text: 'building' }))).toBe(
      "building\nProblems:\n- CS0103 /a/Program.cs(5,9): The name 'x' does not exist  Check the spelling\nExit Code: 1",
    );
  });

  it('of many problems shows ten and counts the others', () => {
    const all = Array.from({ length: 12 }, (_, at) => problem('command_failed', `m${at}`, { code: 'CS0001' }));
    const text = shown(failure([all[0]!, ...all.slice(1)], { exitCode: 1 }));
    expect(text.match(/^- CS0001/gm)).toHaveLength(10);
    expect(text).toContain('(2 more)');
  });

  it('of a call that ran nothing is the error, what to do, and -1', () => {
    const refused = invalidParameter('project', 'required', "Parameter 'project' is required and cannot be empty");
    expect(shown(failure(refused))).toBe(
      "Error: Parameter 'project' is required and cannot be empty\nVerify the parameter values and try again.\nExit Code: -1",
    );
  });

  it('of data is a table', () => {
    const data = {
      total: 2,
      templates: [
        { name: 'Console App', tags: ['a', 'b'] },
        { name: 'Web', tags: [] },
      ],
      none: [],
    };
    expect(shown(success({ data }), { isData: true })).toBe(
      [
        'total: 2',
        'templates:',
        '  name         tags',
        '  -----------  ----',
        '  Console App  a, b',
        '  Web',
        'none: none',
        'Exit Code: 0',
      ].join('\n'),
    );
  });
});
