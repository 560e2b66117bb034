import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const contract = fileURLToPath(new URL('../packages/contract/dist/index.js', import.meta.url));
const node24 = fileURLToPath(new URL('./conformance/node_modules/node/bin/node', import.meta.url));

/** Renders every kind 1,000 times in a process of its own, and prints the distinct results. */
const script = `
  import { catalog, dialects, failure, problem } from ${JSON.stringify(contract)};
  const facts = { tool: 't', toolVersion: '1.0.0', requestId: 'r', tier: 'community', timestamp: '2026-01-01T00:00:00.000Z',
    durationMs: 1, state: 'finished', redactions: 0, truncated: false };
  const seen = new Set();
  for (let round = 0; round < 1000; round++) {
    const lines = Object.keys(catalog).map(kind => {
      const outcome = failure(problem(kind, 'at /some/path in round ' + round));
      return kind + ' ' + dialects['error-v0'].write(dialects['error-v0'].render(outcome, facts));
    });
    seen.add(lines.join('\\n'));
  }
  if (seen.size !== 1) throw new Error('renders differ');
  process.stdout.write([...seen][0]);
`;
const renderWith = (node: string) => execFileSync(node, ['--input-type=module', '-e', script], { encoding: 'utf8' });

describe('error-v0 is byte-identical', () => {
  it('across 1,000 renders and two processes', () => {
    const first = renderWith(process.execPath);
    expect(first).toContain('not_found {"error":{"code":"cache_missing","message":"Cache does not exist"}}');
    expect(renderWith(process.execPath)).toBe(first);
  });

  const withNode24 = it.skipIf(!existsSync(node24));
  if (!existsSync(node24)) console.warn('SKIPPED: no second Node; install it with: npm ci --prefix test/conformance');
  withNode24('across two majors of Node', () => {
    expect(renderWith(node24)).toBe(renderWith(process.execPath));
  });
});
