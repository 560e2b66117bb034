import type { CallRecord } from '@concord/engine';
import { expect, it, onTestFinished } from 'vitest';
import { Metrics } from './call-metrics.js';
import { Counter, exposition, Histogram } from './metrics.js';

const record = (more: Partial<CallRecord>): CallRecord => ({
  timestamp: '2026-01-01T00:00:00.000Z',
  tool: 'probe',
  requestId: 'r',
  caller: 'ada',
  status: 'success',
  state: 'finished',
  durationMs: 3,
  kinds: [],
  bytes: 2,
  redactions: 0,
  truncated: false,
  ...more,
});

it('keeps labels bounded with 10,000 names of tools', () => {
  const metrics = new Metrics();
  onTestFinished(() => metrics.close());
  for (let each = 0; each < 10_000; each++) metrics.observe(record({ server: 's', tool: `tool_${each}` }));
  const lines = metrics
    .text()
    .split('\n')
    .filter(line => line.startsWith('concord_calls_total{'));
  expect(lines.length).toBeLessThanOrEqual(201);
  const total = lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  expect(total).toBe(10_000);
  expect(metrics.text()).toContain('concord_calls_total{server="s",tool="other",outcome="ok"} 9800');
});

it('keeps the series of any metric bounded, whatever its labels', () => {
  const counter = new Counter('c_total', 'help', ['a']);
  for (let each = 0; each < 5_000; each++) counter.add([`value ${each}`]);
  expect(counter.lines().length).toBeLessThanOrEqual(1_001);
});

it('counts a question to a source by its method alone', () => {
  const metrics = new Metrics();
  onTestFinished(() => metrics.close());
  for (let each = 0; each < 5; each++)
    metrics.observe(record({ server: 's', tool: `resources/read x://secret/${each}` }));
  expect(metrics.text()).toContain('concord_calls_total{server="s",tool="resources/read",outcome="ok"} 5');
  expect(metrics.text()).not.toContain('secret');
});

it('writes what Prometheus reads, with whatever stands in labels', () => {
  const histogram = new Histogram('h_seconds', 'Line one\nline two', ['name'], [0.1, 1]);
  for (const value of [0.05, 0.1, 0.5, 3]) histogram.observe(['a"b\\c\nd'], value);
  expect(exposition([histogram])).toBe(
    [
      '# HELP h_seconds Line one\\nline two',
      '# TYPE h_seconds histogram',
      'h_seconds_bucket{name="a\\"b\\\\c\\nd",le="0.1"} 2',
      'h_seconds_bucket{name="a\\"b\\\\c\\nd",le="1"} 3',
      'h_seconds_bucket{name="a\\"b\\\\c\\nd",le="+Inf"} 4',
      'h_seconds_sum{name="a\\"b\\\\c\\nd"} 3.65',
      'h_seconds_count{name="a\\"b\\\\c\\nd"} 4',
      '',
    ].join('\n'),
  );
});
