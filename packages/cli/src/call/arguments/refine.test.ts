import { invalidParameter, type JsonObject } from '@concord/contract';
import { describe, expect, it } from 'vitest';
import { refineProblems } from './refine.js';
import { suggestionFor } from './suggestion.js';

const schema: JsonObject = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    count: { type: 'integer' },
    password: { type: 'string' },
    tags: { type: 'array' },
  },
  required: ['path'],
};
const missing = invalidParameter('path', 'required', "Parameter 'path' is required", {
  argument: { pointer: '/path', expected: 'string', received: 'nothing' },
});
const wrong = invalidParameter('count', 'invalid value', "Parameter 'count' must be an integer", {
  argument: { pointer: '/count', expected: 'integer', received: '"file text"' },
});

const onTool = (words: readonly string[]) => ['mcp call s/t', ...words].join(' ');

describe('problems of arguments', () => {
  it('are one for a name that is misspelt, although the schema would have let it pass', () => {
    const given = { args: { paht: 'x', count: 'a' }, readFromFiles: new Map<string, string>() };
    const [first, second] = refineProblems([wrong, missing], given, schema);
    expect(first).toMatchObject({ argument: { pointer: '/path', nearest: 'path' }, details: { mistaken: 'paht' } });
    expect(second).toBe(wrong);
    expect(suggestionFor(onTool, given, [first!, second!], schema)).toBe('mcp call s/t path=x count=<integer>');
  });

  it('do not quote what came from a file, and the suggestion names the file', () => {
    const given = {
      args: { path: 'long text', count: 'file text', tags: ['a'] },
      readFromFiles: new Map([
        ['count', '@n.txt'],
        ['tags', '@tags.json'],
      ]),
    };
    const [only] = refineProblems([wrong], given, schema);
    expect(only!.argument!.received).toBe('a string from @n.txt');
    expect(suggestionFor(onTool, given, [only!], schema)).toBe(
      "mcp call s/t 'path=long text' count=<integer> tags:=@tags.json",
    );
  });

  it('leave secrets out of the suggestion', () => {
    const given = { args: { password: 'hunter2hunter2', path: '@x' }, readFromFiles: new Map<string, string>() };
    expect(suggestionFor(onTool, given, [], schema)).toBe('mcp call s/t path=@@x password=<value>');
  });
});
