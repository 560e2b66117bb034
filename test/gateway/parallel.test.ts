import { expect, it } from 'vitest';
import { demo } from '../cli/mcp.js';
import { gatewayOver, upstream } from './serving.js';

it('passes 200 calls on at once, and a server whose calls all wait takes no place of another', async () => {
  const { client } = await gatewayOver({ upstream, demo }, { env: { CONCORD_MAX_UPSTREAM_REQUESTS: '200' } });
  const meet = () => client.callTool({ name: 'upstream__meet', arguments: { calls: 200 } });
  const calls = Array.from({ length: 199 }, meet);
  const sum = await client.callTool({ name: 'demo__add', arguments: { a: 1, b: 2 } });
  expect(sum.structuredContent).toEqual({ sum: 3 });
  const results = await Promise.all([...calls, meet()]);
  expect(results.every(({ isError }) => isError !== true)).toBe(true);
});

it('passes no more calls on to a server at once than its operator says', async () => {
  const { client } = await gatewayOver({ upstream, demo }, { env: { CONCORD_MAX_UPSTREAM_REQUESTS: '1' } });
  const order: string[] = [];
  const first = new AbortController();
  const meet = (calls: number, signal?: AbortSignal) =>
    client.callTool({ name: 'upstream__meet', arguments: { calls } }, undefined, signal && { signal });
  const givenUp = meet(2, first.signal).catch(() => order.push('the first is given up'));
  const second = meet(1).then(() => order.push('the second is answered'));
  await client.callTool({ name: 'demo__add', arguments: { a: 1, b: 2 } });
  first.abort();
  await Promise.all([givenUp, second]);
  expect(order).toEqual(['the first is given up', 'the second is answered']);
});
