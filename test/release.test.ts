import { execFileSync, spawnSync } from 'node:child_process';
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

describe('wrong arguments are told in a line, and nothing is made', () => {
  it.each([
    ['release', [], 'Which version?'],
    ['release', ['two'], 'Which version?'],
    ['release', ['999.0.0', '999.0.1', '--dry-run'], 'Which version?'],
    ['release', ['999.0.0', '--unknown', '--dry-run'], '--unknown'],
    ['release', ['999.0.0', '--date', '2026-99-99', '--dry-run'], '--date'],
    ['pack', ['--unknown'], 'a folder'],
    ['pack', ['README.md'], 'not a folder'],
  ])('%s %j', (script, given, message) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}.mjs`, ...given], {
      cwd: root,
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^error: .{1,300}\n(?:next: .{1,100}\n)?$/);
    expect(stderr).toContain(message);
  });
});
