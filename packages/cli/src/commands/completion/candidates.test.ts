import { describe, expect, it } from 'vitest';
import { type CompletionData, candidatesFor } from './candidates.js';

const flag = (name: string, choices: readonly string[] = [], takesValue = choices.length > 0) => ({
  name,
  choices,
  takesValue,
});
const known: CompletionData = {
  verbs: ['list', 'call', 'config', 'help'],
  actions: { config: ['show', 'trust'], emit: ['types'] },
  flags: verb => [
    flag('json'),
    flag('config', [], true),
    flag('color', ['auto', 'always']),
    ...(verb === 'call' ? [flag('full')] : []),
  ],
  servers: async () => ['files', 'web'],
  tools: async server =>
    server === 'files'
      ? [
          {
            name: 'read',
            inputSchema: { properties: { path: {}, mode: { enum: ['text', 'bytes'] }, deep: { type: 'boolean' } } },
          },
        ]
      : undefined,
};

describe('completion', () => {
  it.each([
    [[''], ['list', 'call', 'config', 'help']],
    [['--json', 'l'], ['list']],
    [
      ['list', ''],
      ['files', 'web'],
    ],
    [['list', 'f'], ['files']],
    [
      ['list', '--c'],
      ['--config', '--color'],
    ],
    [['call', '--f'], ['--full']],
    [['list', '--color', 'al'], ['always']],
    [['--config', 'x.json', 'list', 'w'], ['web']],
    [
      ['config', ''],
      ['show', 'trust'],
    ],
    [
      ['config', 'trust', ''],
      ['files', 'web'],
    ],
    [['emit', 't'], ['types']],
    [['emit', 'types', 'w'], ['web']],
    [['logs', 'f'], ['files']],
    [['call', 'f'], ['files/']],
    [
      ['info', 'f'],
      ['files', 'files/'],
    ],
    [['call', 'files/'], ['files/read']],
    [['call', 'files', 'r'], ['read']],
    [
      ['call', 'files/read', ''],
      ['path=', 'mode=', 'deep='],
    ],
    [['call', 'files', 'read', 'mo'], ['mode=']],
    [['call', 'files/read', 'path=x', 'm'], ['mode=']],
    [['call', 'files/read', 'mode=t'], ['mode=text']],
    [
      ['call', 'files/read', 'deep='],
      ['deep=true', 'deep=false'],
    ],
    [['call', 'web/', ''], []],
    [['call', 'tool', '--', 'n'], []],
    [['unheard-of', ''], []],
  ])('of %j offers %j', async (words, offered) => {
    expect(await candidatesFor(words, known)).toEqual(offered);
  });
});
