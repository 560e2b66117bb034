import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it, type Wire } from './wire.js';

const secret = 'correct-horse-battery';
const completion = { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: '' } };

const asked: readonly (readonly [method: string, params: Record<string, unknown>])[] = [
  ['tools/call', { name: 'tell', arguments: {} }],
  ['resources/read', { uri: 'test://note' }],
  ['prompts/get', { name: 'greet' }],
  ['completion/complete', completion],
];

/** Waits until the records hold so many lines. */
async function recordsOf({ stateFolder }: Wire, count: number): Promise<string> {
  const read = () => {
    try {
      return readFileSync(join(stateFolder, 'mcp', 'calls.jsonl'), 'utf8');
    } catch {
      return '';
    }
  };
  await expect.poll(() => read().trim().split('\n').length).toBe(count);
  return read();
}

describe.each(['handshake', 'modern'] as const)('a secret of a source, in the %s era,', era => {
  it('is masked by value in every answer, log line and record', async ({ serve }) => {
    const wire = serve({ source: 'secretive.mjs' });
    if (era === 'handshake') await wire.handshake();
    const request = (method: string, params: Record<string, unknown>) =>
      era === 'modern'
        ? wire.modern(method, params, { 'io.modelcontextprotocol/logLevel': 'debug' })
        : wire.request(method, params);
    for (const [method, params] of asked) {
      const { result } = await request(method, params);
      expect(JSON.stringify(result), method).toContain('[REDACTED]');
    }
    const { error } = await request('resources/read', { uri: 'test://gone' });
    expect(error).toMatchObject({ code: -32603, message: 'Unable to read resource', data: { uri: 'test://gone' } });
    expect((await wire.notice('notifications/message')).params).toMatchObject({
      level: 'warning',
      logger: 'mcp.resources',
      data: 'reading with [REDACTED]',
    });
    const records = await recordsOf(wire, asked.length + 1);
    for (const noted of ['resources/read test://note', 'prompts/get greet', 'completion/complete greet who'])
      expect(records).toContain(`"tool":"${noted}"`);
    for (const text of [...wire.lines, ...wire.stderr, records]) expect(text).not.toContain(secret);
  });
});
