import type { ProblemError } from '@concord/contract';
import { expect, it } from 'vitest';
import { readContents, readPrompt, readValues } from './answers.js';

const cyclic: unknown[] = [];
cyclic.push(cyclic);
const said = (content: unknown) => ({ messages: [{ role: 'user', content }] });
const item = { uri: 'x://a', text: 'a' };

const malformed: readonly [read: (given: unknown) => unknown, given: readonly unknown[]][] = [
  [
    readContents,
    [
      undefined,
      null,
      'text',
      {},
      cyclic,
      [null],
      [{ text: 'a' }],
      [{ uri: 'x://a' }],
      [{ ...item, blob: '' }],
      [{ ...item, text: 7 }],
      [{ ...item, mimeType: null }],
      [{ ...item, _meta: [] }],
      [{ uri: 'x://a', blob: '%%%' }],
      [item, null],
    ],
  ],
  [
    readPrompt,
    [
      undefined,
      null,
      [],
      {},
      { messages: null },
      { messages: [null] },
      { messages: [{ role: 'system', content: { type: 'text', text: 'a' } }] },
      { messages: [{ role: 'user' }] },
      { ...said({ type: 'text', text: 'a' }), description: 7 },
      said('text'),
      said({ type: 'text' }),
      said({ type: 'toString' }),
      said({ type: 'image', data: 'AAAA' }),
      said({ type: 'resource', resource: {} }),
      said({ type: 'text', text: 'a', annotations: null }),
    ],
  ],
  [readValues, [undefined, null, {}, 'a', [1], ['a', null]]],
];

for (const [read, given] of malformed)
  it.each(given.map(each => [each]))(`${read.name} refuses %j as malformed output`, each => {
    expect(() => read(each)).toThrow(/^The source gave .* in a form that cannot be used: /);
    try {
      read(each);
    } catch (error) {
      expect((error as ProblemError).problem.kind).toBe('malformed_output');
    }
  });

it('takes what clients take', () => {
  const contents = [item, { uri: 'x://b', mimeType: 'image/png', blob: 'AAAA', _meta: {} }, { uri: 'x://c', text: '' }];
  expect(readContents(contents)).toEqual(contents);
  const prompt = {
    description: 'd',
    messages: [
      { role: 'user', content: { type: 'text', text: 'a' } },
      { role: 'assistant', content: { type: 'resource', resource: item } },
      { role: 'user', content: { type: 'resource_link', uri: 'x://a', name: 'a' } },
      { role: 'user', content: { type: 'audio', data: 'AAA=', mimeType: 'audio/wav' } },
    ],
  };
  expect(readPrompt({ ...prompt, extra: 1 })).toEqual(prompt);
  expect(readValues(['a', ''])).toEqual(['a', '']);
});
