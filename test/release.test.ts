import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '@concord/contract/version';
import { describe, expect, it } from 'vitest';
import { changelogWith, packageWith } from '../scripts/release-edits.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

it('has one version in all packages', () => {
  const manifests = execFileSync('git', ['ls-files', 'packages/*/package.json', 'sources/*/package.json'], {
    cwd: root,
  })
    .toString()
    .trim()
    .split('\n');
  expect(manifests.length).toBeGreaterThan(5);
  for (const path of ['package.json', 'bench/package.json', 'examples/demo/package.json', ...manifests])
    expect([path, packageWith(read(path), version)]).toEqual([path, read(path)]);
});

describe('a release', () => {
  const before = '# Changelog\n\n## Unreleased\n\n- New things.\n\n## 0.1.0 (2026-01-01)\n\n- Old things.\n';

  it('puts what is unreleased under its version', () => {
    expect(changelogWith(before, '0.2.0', '2026-02-03')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-02-03)\n\n- New things.\n\n## 0.1.0 (2026-01-01)\n\n- Old things.\n',
    );
  });

  it('is refused with nothing to release, or twice', () => {
    const after = changelogWith(before, '0.2.0', '2026-02-03');
    expect(() => changelogWith(after, '0.3.0', '2026-02-03')).toThrow('nothing to release');
    expect(() => changelogWith(after, '0.2.0', '2026-02-03')).toThrow('already');
  });
});
