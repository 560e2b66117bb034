import type { Candidate, Tool } from '@concord/engine';
import { describe, expect, it } from 'vitest';
import { findMatches } from './find.js';

const tool = (name: string, description = '', properties = {}): Candidate => ({
  server: 'files',
  tool: {
    name,
    description,
    inputSchema: { type: 'object', properties },
    dialect: 'text',
    run: async () => ({ ok: true }),
  } satisfies Tool,
});
const candidates = [
  tool('describe', 'Tells of a file'),
  tool('profile'),
  tool('get_file_info'),
  tool('file_list'),
  tool('file'),
  tool('copy', '', { file: { type: 'string' } }),
];
const found = async (pattern: string, fields: Parameters<typeof findMatches>[2] = ['name', 'description']) =>
  (await findMatches(candidates, pattern, fields, false)).map(each => each.tool.name);

describe('search', () => {
  it('ranks exact name, prefix, start of a word, inside, description', async () => {
    expect(await found('file')).toEqual(['file', 'file_list', 'get_file_info', 'profile', 'describe']);
    expect(await found('FILE', ['parameters'])).toEqual(['copy']);
    expect(await found('list file')).toEqual(['file_list']);
  });

  it('runs expressions elsewhere, names first', async () => {
    const names = async (pattern: string) =>
      (await findMatches(candidates, pattern, ['name', 'description'], true)).map(each => each.tool.name);
    expect(await names('^f|file$')).toEqual(['profile', 'file_list', 'file', 'describe']);
    await expect(names('(')).rejects.toThrow('no regular expression');
    candidates.push(tool('long', `${'a'.repeat(4_000)}!`));
    await expect(names('(a+)+$')).rejects.toThrow('500 ms');
    candidates.pop();
  });
});
