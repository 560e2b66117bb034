import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/engine.js';
import { WAIT_LIMIT_MS } from '../support/time.js';
import { gatewayOver, httpGatewayOver, upstream, upstreamOf } from './serving.js';

const eventually = { timeout: WAIT_LIMIT_MS };

it('shows a client what the server logged during its call, and nothing of before', async () => {
  const { ask } = await gatewayOver({ upstream });
  const fails = (line: string) => ask('tools/call', { name: 'logs', arguments: { line } });
  expect(JSON.stringify(await fails('of the first call'))).toContain('of the first call');
  const second = JSON.stringify(await fails('of the second call'));
  expect(second).toContain('of the second call');
  expect(second).not.toContain('of the first call');
});

it('shows no client over HTTP what the server logged for another', async () => {
  const folder = temporaryFolder();
  const [file, until] = [join(folder, 'told'), join(folder, 'go')];
  const { connect } = await httpGatewayOver({ upstream: upstreamOf('good', file) });
  const [ada, bob] = [await connect(), await connect()];
  const failing = ada.ask('tools/call', { name: 'logs', arguments: { line: 'of Ada', until } });
  const isLogged = () => existsSync(file) && readFileSync(file, 'utf8').includes('of Ada');
  await expect.poll(isLogged, eventually).toBe(true);
  const beside = await bob.ask('tools/call', { name: 'logs', arguments: { line: 'of Bob' } });
  writeFileSync(until, '');
  expect(JSON.stringify(beside)).not.toContain('of Ada');
  expect(JSON.stringify(await failing)).not.toContain('of Bob');
  const after = await bob.ask('tools/call', { name: 'dies' });
  expect(JSON.stringify(after)).toContain('exited with 3');
  expect(JSON.stringify(after)).not.toMatch(/of (Ada|Bob)/);
});
