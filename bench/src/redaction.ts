import { redact } from '@concord/contract';
import { lintSource } from '@secretlint/core';
import { creator as preset } from '@secretlint/secretlint-rule-preset-recommend';
import { buildLog } from './build-log.js';
import type { Benchmark } from './harness.js';

const SIZE = 10_000_000;

/** Redaction of a large build log, against the floor of reading it as JSON and against a scanner of the same purpose. */
export function redactionBenchmark(): Benchmark {
  const log = buildLog(SIZE);
  const quoted = Buffer.from(JSON.stringify(log)).toString('latin1');
  return {
    name: 'redaction of a 10 MB build log',
    work: { amount: log.length / 1e6, unit: 'MB' },
    subjects: {
      concord: () => redact(log),
      'JSON.parse': () => JSON.parse(quoted),
      secretlint: () => lint(log),
    },
    targets: [
      { subject: 'concord', against: 'JSON.parse', atLeast: 0.5 },
      { subject: 'concord', against: 'secretlint', atLeast: 2 },
    ],
  };
}

function lint(content: string): Promise<unknown> {
  return lintSource({
    source: { filePath: 'build.log', content, contentType: 'text', ext: '.log' },
    options: {
      config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: preset, rules: [] }] },
      noPhysicFilePath: true,
    },
  });
}
