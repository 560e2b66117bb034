import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CommandFolder } from '../cli/mcp.js';
import { gatewayOver, upstream } from './serving.js';

const limit = 10_485_760;
const ends = /^begin x+\n\[\d+ bytes omitted\]\nx+ end$/;
const textOf = (result: object) => (result as { content: { text: string }[] }).content[0]!.text;

it('counts an answer that comes as text and as data once: the data stays whole, and the line within the limit of clients', async () => {
  const { client } = await gatewayOver({ upstream });
  const small = await client.callTool({ name: 'large', arguments: { bytes: 4_000_000, both: true } });
  expect(small.structuredContent).toEqual({ said: textOf(small) });
  const result = await client.callTool({ name: 'large', arguments: { bytes: 6_000_000, both: true } });
  expect((result.structuredContent as { said: string }).said).toHaveLength(6_000_000);
  expect(textOf(result)).toMatch(ends);
  expect(result).toMatchObject({ _meta: { 'io.concord/outcome': { ok: true, truncated: true } } });
});

it('keeps head and tail of text over the limit, and says that it was cut', async () => {
  const { client } = await gatewayOver({ upstream });
  const result = await client.callTool({ name: 'large', arguments: { bytes: 31_000_000 } });
  expect(textOf(result)).toMatch(ends);
  expect(textOf(result).length).toBeLessThanOrEqual(limit);
  expect(result).toMatchObject({ _meta: { 'io.concord/outcome': { ok: true, state: 'finished', truncated: true } } });
});

it('fails where data is over the limit, and keeps head and tail of its text', async () => {
  const { client } = await gatewayOver({ upstream });
  const result = await client.callTool({ name: 'large', arguments: { bytes: 15_000_000, both: true } });
  expect(textOf(result)).toMatch(ends);
  const outcome = { ok: false, state: 'finished', truncated: true, problems: [{ kind: 'too_large' }] };
  expect(result).toMatchObject({ isError: true, _meta: { 'io.concord/outcome': outcome } });
  expect(result.structuredContent).toBeUndefined();
});

it('prints no more than the page of limits says, and keeps all of it in a file', async () => {
  const folder = new CommandFolder({ upstream });
  const { stdout, stderr, code } = await folder.run(['call', 'upstream/large', 'bytes=31000000']);
  expect(code).toBe(0);
  expect(readFileSync('docs/limits.md', 'utf8')).toMatch(/^\| `MCP_MAX_BYTES` \| 24m \|/m);
  expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(24 * 1_048_576);
  expect(stdout.trimEnd()).toMatch(ends);
  expect(stderr).toMatch(/31,000,001 bytes are too many to print; all of it: /);
  const raised = await folder.run(['call', 'upstream/large', 'bytes=31000000'], { env: { MCP_MAX_BYTES: '40m' } });
  expect(raised.stdout).toHaveLength(31_000_001);
});
