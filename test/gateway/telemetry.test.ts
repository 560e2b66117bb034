import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { has } from '../cli/mcp.js';
import { Team, teamServer } from './team.js';

const servers = (effects: string) => ({ a: teamServer('a', effects), b: { command: '/nowhere/at/all' } });
const hasPromtool = has('promtool', 'apt-get install prometheus');

it.skipIf(!hasPromtool)('gives figures that Prometheus can read, of what happened', async () => {
  const team = await Team.serve(servers, {
    args: ['--metrics', '--audit'],
    settings: { limits: { tools: { 'a/send_mail': { rate: '1/day' } } } },
  });
  await team.call('a__read_note', { id: '1' });
  for (let each = 0; each < 2; each++) await team.call('a__send_mail');
  await team.call('a__lines', { count: 3_000 });
  const { text, headers } = await team.get('/metrics');
  expect(headers.get('content-type')).toContain('version=0.0.4');
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  expect([checked.status, checked.stderr]).toEqual([0, '']);
  for (const line of [
    'concord_calls_total{server="a",tool="a__read_note",outcome="ok"} 1',
    'concord_calls_total{server="a",tool="a__send_mail",outcome="limited"} 1',
    'concord_call_duration_seconds_count{server="a",tool="a__send_mail"} 2',
    'concord_redactions_total{server="a"}',
    'concord_bytes_saved_total',
    'concord_upstream_up{server="a"} 1',
    'concord_upstream_up{server="b"} 0',
    'concord_breaker_open{server="a"} 0',
    'concord_upstream_restarts_total{server="a"} 0',
    'concord_store_seconds_count{part="records"}',
    'concord_locks_held 0',
    'concord_queue_waiting{server="a"} 0',
    'concord_event_loop_delay_seconds{percentile="99"}',
  ])
    expect(text).toContain(line);
  await expect.poll(async () => (await team.get('/metrics')).text).toContain('concord_breaker_open{server="b"} 1');
});

it('gives figures at an address of their own, and none where that was not asked for', async () => {
  const team = await Team.serve(servers, { args: ['--metrics', '127.0.0.1:0', '--tokens'] });
  expect((await team.get('/metrics')).status).toBe(401);
  const plain = await Team.serve(servers);
  expect((await plain.get('/metrics')).status).toBe(404);
});

it('sends a span for each call to a collector, under that of its caller', async () => {
  const bodies: { resourceSpans: { scopeSpans: { spans: Record<string, unknown>[] }[] }[] }[] = [];
  const collector = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    bodies.push(JSON.parse(Buffer.concat(pieces).toString()));
    response.writeHead(request.url === '/v1/traces' ? 200 : 404).end('{}');
  });
  await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void collector.close());
  const team = await Team.serve(servers, {
    args: ['--otlp', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`],
  });
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const told = JSON.parse(
    (await team.call('a__told', {}, { headers: { traceparent } })).message.result.content[0].text,
  );
  const spans = () =>
    bodies.flatMap(body => body.resourceSpans.flatMap(each => each.scopeSpans.flatMap(scope => scope.spans)));
  await expect.poll(() => spans().length).toBe(1);
  const [span] = spans();
  expect(span).toMatchObject({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parentSpanId: 'b7ad6b7169203331',
    name: 'a/a__told',
    status: { code: 1 },
  });
  // The server that did the work was told to put its spans below this one.
  expect(told.traceparent).toBe(`00-${span!.traceId}-${span!.spanId}-01`);
  const events = span!.events as { name: string; timeUnixNano: string }[];
  expect(events.map(({ name }) => name)).toEqual([
    'correlate',
    'validate',
    'admit',
    'run',
    'settle',
    'redact',
    'bound',
  ]);
  expect(BigInt(events.at(-1)!.timeUnixNano)).toBeLessThanOrEqual(BigInt(span!.endTimeUnixNano as string));
});

it('goes on without a collector that is there, and says so once', async () => {
  const team = await Team.serve(servers, { args: ['--otlp', 'http://127.0.0.1:9', '--metrics'] });
  for (let each = 0; each < 3; each++) expect((await team.call('a__read_note')).status).toBe(200);
  await expect.poll(() => team.log).toContain('traces cannot be sent');
  await team.call('a__read_note');
  await expect.poll(async () => (await team.get('/metrics')).text).toMatch(/concord_spans_dropped_total [1-9]/);
  expect(team.log.match(/traces cannot be sent/g)).toHaveLength(1);
});
