import type { JsonObject } from '@concord/contract';
import { readLimits } from '@concord/engine';
import { expect, it } from 'vitest';
import { askPerson } from './ask-person.js';

const limits = readLimits({}, () => {});

/** Asks with a person who types these lines, and gives the answer and all that was shown. */
async function typing(lines: readonly (string | undefined)[], params: JsonObject) {
  let shown = '';
  const left = [...lines];
  const answer = await askPerson('shop', params, limits, async text => {
    shown += `${text}\n`;
    if (left.length === 0) throw new Error(`asked once more: ${text}`);
    return left.shift();
  });
  expect(left).toEqual([]);
  return { answer, shown };
}

const form = (properties: JsonObject, ...required: string[]): JsonObject => ({
  message: 'Please say',
  requestedSchema: { type: 'object', properties, required },
});

const accepted: [string, JsonObject, string[], JsonObject][] = [
  ['a text', form({ a: { type: 'string' } }, 'a'), [' Ada '], { a: 'Ada' }],
  ['a text that is needed', form({ a: { type: 'string' } }, 'a'), ['', 'Ada'], { a: 'Ada' }],
  ['a text that is too short', form({ a: { type: 'string', minLength: 3 } }), ['xy', 'xyz'], { a: 'xyz' }],
  ['a default', form({ a: { type: 'number', default: 4 } }, 'a'), [''], { a: 4 }],
  ['no value for what may be left out', form({ a: { type: 'string' } }), [''], {}],
  ['a whole number', form({ a: { type: 'integer' } }), ['1.5', 'x', '2'], { a: 2 }],
  ['yes', form({ a: { type: 'boolean' } }, 'a'), ['perhaps', 'Yes'], { a: true }],
  ['no', form({ a: { type: 'boolean' } }, 'a'), ['n'], { a: false }],
  ['a choice by number', form({ a: { enum: ['x', 'y'] } }), ['3', '2'], { a: 'y' }],
  ['a choice by name, which wins over its number', form({ a: { enum: ['2', '1'] } }), ['2'], { a: '2' }],
  ['a choice by its title', form({ a: { type: 'string', enum: ['x'], enumNames: ['The x'] } }), ['The x'], { a: 'x' }],
  [
    'several choices',
    form({ a: { type: 'array', maxItems: 2, items: { anyOf: [{ const: 'p', title: 'P' }, { const: 'q' }] } } }),
    ['1,1,1', 'P, 2'],
    { a: ['p', 'q'] },
  ],
];

it.each(accepted)('reads %s', async (_, params, lines, content) => {
  expect((await typing(lines, params)).answer).toEqual({ action: 'accept', content });
});

it('declines the whole form where one field is declined', async () => {
  const { answer } = await typing(['x', undefined], form({ a: { type: 'string' }, b: {}, c: {} }));
  expect(answer).toEqual({ action: 'decline' });
});

it('takes only yes for yes where there is nothing to fill in', async () => {
  const actions = ['y', 'YES ', '', 'n', 'yesterday', undefined].map(
    async line => (await typing([line], form({}))).answer,
  );
  const accept = { action: 'accept', content: {} };
  const decline = { action: 'decline' };
  expect(await Promise.all(actions)).toEqual([accept, accept, decline, decline, decline, decline]);
});

it('says who asks, and shows no character that could steer a terminal, wherever it stands', async () => {
  const foul = 'x\x1b]0;y\x07\u202e';
  const params = form({
    [foul]: { title: foul, description: foul, oneOf: [{ const: foul, title: foul }], default: foul },
  });
  const { shown } = await typing([''], { ...params, message: foul });
  expect(shown).toMatch(/^shop asks: x/);
  expect(shown).not.toMatch(/[\x00-\x08\x0b-\x1f\u202e]/);
});

it('does not put a form without end to anybody', async () => {
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, { type: 'string' }]));
  expect((await typing([], form(many))).answer).toEqual({ action: 'decline' });
  const { shown } = await typing(['1'], {
    ...form({ a: { enum: Array.from({ length: 9_000 }, (_, at) => at) } }),
    message: 'x'.repeat(99_999),
  });
  expect(shown.length).toBeLessThan(10_000);
});
