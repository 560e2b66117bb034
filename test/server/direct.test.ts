import { expect } from 'vitest';
import { it, modernMeta, type Wire } from './wire.js';

type Params = Record<string, unknown>;
type Step = readonly [method: string, params: Params];
type Era = 'handshake' | 'modern';

const kinds = 'invalid_params not_found invalid_path forbidden unavailable upgrade_required conflict timeout too_large'
  .concat(' command_failed corrupt io malformed_output internal')
  .split(' ');
const call = (name: string, args: Params = {}, meta: Params = {}): Step => [
  'tools/call',
  { name, arguments: args, _meta: meta },
];
const completion = { ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'language', value: '' } };

/** What the other tests of this folder ask of a server, one after the other. */
const steps: readonly Step[] = [
  call('echo', { message: 'hi' }),
  call('echo', { massage: 'hi' }),
  call('add', { a: 1, b: 2 }),
  call('list_numbers', { count: 3 }),
  call('scan', { path: 'src' }),
  call('broken_build'),
  call('leak', {}, { progressToken: 't' }),
  call('slow', { steps: 3, stepMs: 1 }, { progressToken: 7 }),
  call('build', { project: 'app', ms: 1 }),
  call('ask_name'),
  call('huge', { bytes: 11_000_000 }),
  call('huge', { bytes: 10_400_000 }),
  call('nope'),
  ...kinds.map(kind => call(`fail_${kind}`)),
  ['tools/call', { arguments: {} }],
  ['tools/call', { name: 'echo', arguments: [] }],
  ['tools/call', { name: 'echo', timeoutSecs: 0 }],
  ['tools/list', {}],
  ['tools/list', { limit: 2 }],
  ['tools/list', { cursor: 'x' }],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['prompts/list', {}],
  ['resources/read', { uri: 'demo://nope' }],
  ['prompts/get', { name: 'review', arguments: { language: 'Go' } }],
  ['prompts/get', { name: 'review' }],
  ['completion/complete', completion],
  ['completion/complete', { ...completion, limit: 1 }],
  ['tools/foo', {}],
];

const only: Readonly<Record<Era, readonly Step[]>> = {
  handshake: [
    ['ping', {}],
    ['logging/setLevel', { level: 'debug' }],
    call('slow', { steps: 2, stepMs: 1 }),
    ['resources/subscribe', { uri: 'demo://nope' }],
    ['initialize', { protocolVersion: '2025-11-25' }],
    ['exit', {}],
  ],
  modern: [
    ['server/discover', {}],
    ['ping', {}],
    ['initialize', { protocolVersion: '2025-11-25' }],
  ],
};

/** Plays the same session, one message after the other, and gives the bytes that came back. */
async function record(wire: Wire, era: Era): Promise<string[]> {
  const envelope = era === 'modern' ? { ...modernMeta, 'io.modelcontextprotocol/logLevel': 'info' } : {};
  if (era === 'handshake') await wire.handshake('2025-11-25', { elicitation: {} });
  else await wire.modern('tools/list');
  for (const [method, { _meta, ...params }] of [...steps, ...only[era]]) {
    const asked = wire.noticesOf('elicitation/create').length;
    const id = wire.start(method, { ...params, _meta: { ...envelope, ...(_meta as Params) } });
    await wire.eventually(() => wire.answersTo(id).length + wire.noticesOf('elicitation/create').length > asked);
    const [question] = wire.noticesOf('elicitation/create').slice(asked);
    if (question)
      wire.send({ jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: { name: 'Ada' } } });
    await wire.answer(id);
  }
  const logged = wire.noticesOf('notifications/message').length;
  const id = wire.start('tools/call', { name: 'slow', arguments: { steps: 2, stepMs: 500 }, _meta: envelope });
  await wire.eventually(() => wire.noticesOf('notifications/message').length > logged, 'the first step');
  wire.notify('notifications/cancelled', { requestId: id, ...(era === 'modern' && { _meta: envelope }) });
  // Told to stop, the tool reports its second step at once and ends.
  await wire.eventually(() => wire.noticesOf('notifications/message').length > logged + 1, 'the second step');
  if (era === 'handshake') await wire.answer(id);
  wire.write('nonsense\n');
  await wire.until(message => message.error?.code === -32700);
  if (era === 'handshake') {
    await wire.request('shutdown');
    await wire.call('echo', { message: 'too late' });
  }
  wire.endInput();
  await wire.exited;
  return wire.lines.map(normalise);
}

/** Durations, times and made-up ids differ from run to run. */
function normalise(line: string): string {
  return line
    .replace(/("?[a-zA-Z_]{0,20}(?:durationMs|duration_ms|execution_time_ms)\\*"?:\s*)[\d.]+/g, '$10')
    .replace(/("sizeBytes":|has )\d+/g, '$10')
    .replace(/\b[0-9a-f]{32}\b/g, '<id>')
    .replace(/(?<="nextCursor":")[\w-]{1,1000}/, cursor => Buffer.from(cursor, 'base64url').toString())
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
}

for (const era of ['handshake', 'modern'] as const)
  it(`gives the same bytes with and without the direct route (${era})`, async ({ serve }) => {
    const direct = record(serve(), era);
    const roundabout = record(serve({ env: { CONCORD_DIRECT: '0' } }), era);
    expect((await direct).length).toBeGreaterThan(steps.length);
    expect(await direct).toEqual(await roundabout);
  });
