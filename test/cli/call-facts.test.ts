import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/engine.js';
import { runInProcess } from './in-process.js';

it('gives a failed read an id and a duration of its own, each time another', async () => {
  const folder = temporaryFolder();
  const read = async () => {
    const { stdout } = await runInProcess(['read', 'demo', 'nope://x', '--dialect', 'envelope-v1'], folder);
    return JSON.parse(stdout) as { request_id: string; duration_ms: number };
  };
  const ids = [(await read()).request_id, (await read()).request_id];
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
});
