import { describe, expect, it } from 'vitest';
import { facts } from '../../test/calls.js';
import { failure, success } from '../problems.js';
import { dialects } from './index.js';
import { report } from './report.js';
import { callToolResult } from './result.js';

const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };

describe('the MCP result of a tool in a JSON dialect', () => {
  it.each(['contract-v1', 'envelope-v1', 'error-v0', 'cli'] as const)('has the document of %s twice', name => {
    const given = failure({ kind: 'io', message: 'no' }, { exitCode: 1, content: [image] });
    const document = dialects[name].render(given, facts);
    expect(callToolResult(given, facts, name)).toEqual({
      content: [{ type: 'text', text: `${JSON.stringify(document)}${name === 'error-v0' ? '\n' : ''}` }, image],
      structuredContent: document,
      isError: true,
      _meta: { 'io.concord/outcome': report(given, facts) },
    });
  });
});

describe('the MCP result of a tool in the text dialect', () => {
  const meta = (given: Parameters<typeof report>[0]) => ({ 'io.concord/outcome': report(given, facts) });

  it('has the text, the data when there is some, and no isError on success', () => {
    const given = success({ text: 'done', data: false });
    expect(callToolResult(given, facts, 'text')).toEqual({
      content: [{ type: 'text', text: 'done' }],
      structuredContent: false,
      _meta: meta(given),
    });
    expect(callToolResult(success(), facts, 'text')).toEqual({
      content: [{ type: 'text', text: '' }],
      _meta: meta(success()),
    });
  });

  it('has no empty text before an image', () => {
    expect(callToolResult(success({ content: [image] }), facts, 'text').content).toEqual([image]);
  });

  it('lists the arguments at fault', () => {
    const argument = { pointer: '/a', expected: 'number', received: '"x"' };
    const given = failure([
      { kind: 'invalid_params', message: 'a must be a number', argument, hint: 'try 1' },
      { kind: 'invalid_params', message: 'bb is not known', argument: { ...argument, pointer: '/bb', nearest: 'b' } },
    ]);
    expect(callToolResult(given, facts, 'text')).toMatchObject({
      isError: true,
      _meta: {
        ...meta(given),
        'io.concord/problems': [
          { ...argument, hint: 'try 1' },
          { pointer: '/bb', nearest: 'b' },
        ],
      },
    });
  });

  it('has exit code and standard error of a command that failed, empty when nothing was printed', () => {
    const given = failure({ kind: 'command_failed', message: 'no' }, { exitCode: 3, data: { part: 1 } });
    expect(callToolResult(given, facts, 'text')).toMatchObject({
      structuredContent: { part: 1 },
      _meta: { exitCode: 3, stderr: '' },
    });
  });

  it('passes no malformed output on as data', () => {
    const given = failure({ kind: 'malformed_output', message: 'not what was promised' }, { data: { part: 1 } });
    expect(callToolResult(given, facts, 'text')).not.toHaveProperty('structuredContent');
  });
});
