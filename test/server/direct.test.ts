import { expect } from 'vitest';
import { it, type Message, modernMeta, type Wire } from './wire.js';

type Call = readonly [name: string, args: Record<string, unknown>, more?: Record<string, unknown>];

const kinds = 'invalid_params not_found invalid_path forbidden unavailable upgrade_required conflict timeout too_large'
  .concat(' command_failed corrupt io malformed_output internal')
  .split(' ');

const calls: readonly Call[] = [
  ['echo', { message: 'hi' }],
  ['echo', { massage: 'hi' }],
  ['add', { a: 1, b: 2 }],
  ['list_numbers', { count: 3 }],
  ['scan', { path: 'src' }],
  ['broken_build', {}],
  ['leak', {}, { progressToken: 't' }],
  ['slow', { steps: 3, stepMs: 1 }, { progressToken: 7 }],
  ['build', { project: 'app', ms: 1 }],
  ['ask_name', {}],
  ['huge', { bytes: 11_000_000 }],
  ['huge', { bytes: 10_400_000 }],
  ['nope', {}],
  ...kinds.map((kind): Call => [`fail_${kind}`, {}]),
];

/** Plays the same session, one message after the other, and gives what came back. */
async function record(wire: Wire, era: 'handshake' | 'modern'): Promise<string[]> {
  const ours = era === 'modern' ? { ...modernMeta, 'io.modelcontextprotocol/logLevel': 'info' } : {};
  if (era === 'handshake') await wire.handshake();
  else await wire.modern('tools/list');
  for (const [name, args, meta] of calls)
    await wire.request('tools/call', { name, arguments: args, _meta: { ...ours, ...meta } });
  await wire.request('tools/call', { arguments: {}, _meta: ours });
  return wire.messages.map(normalise);
}

/** Durations, times and made-up ids differ from run to run. */
function normalise(message: Message): string {
  return JSON.stringify(message)
    .replace(/("?[a-zA-Z_]*(?:durationMs|duration_ms|execution_time_ms)\\*"?:\s*)[\d.]+/g, '$10')
    .replace(/("sizeBytes":)\d+/g, '$10')
    .replace(/\b[0-9a-f]{32}\b/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
}

for (const era of ['handshake', 'modern'] as const)
  it(`gives the same bytes with and without the direct route (${era})`, async ({ serve }) => {
    const direct = record(serve(), era);
    const roundabout = record(serve({ env: { CONCORD_DIRECT: '0' } }), era);
    expect(await direct).toEqual(await roundabout);
  });
