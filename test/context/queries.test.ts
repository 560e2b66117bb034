import { join } from 'node:path';
import { expect } from 'vitest';
import { it } from '../server/wire.js';
import { temporaryFolder } from '../support/engine.js';
import { buildHere, plant, trees } from './building.js';

const folder = temporaryFolder();
await buildHere(plant(join(folder, 'sources'), trees.pantry), join(folder, 'root/pantry'));

it('answers queries of any length and of any characters with the terms they have', async ({ session }) => {
  const server = await session({ source: 'context', env: { CONTEXT_CACHE_ROOT: join(folder, 'root') } });
  const termsOf = async (query: string) => {
    const { result } = await server.request('tools/call', {
      name: 'context_resolve',
      arguments: { cache: 'pantry', query, budget: 5 },
    });
    const { documents, selection } = JSON.parse(result!.content![0]!.text);
    expect(selection.query).toBe(query);
    return documents[0].why.query_terms;
  };
  const many = Array.from({ length: 100_000 }, (_, at) => (at % 2 ? 'Tea' : `word${at}`));
  expect(await termsOf(many.join(' '))).toEqual(many.map(word => word.toLowerCase()));
  expect(await termsOf('\u0301\u0308 \u0327')).toEqual(['\u0301\u0308', '\u0327']);
  expect(await termsOf('👩‍👩‍👧 tea')).toEqual(['👩‍👩‍👧', 'tea']);
  expect(await termsOf('\u202e\u2066 \u200f')).toEqual(['\u202e\u2066', '\u200f']);
});
