import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/engine.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const bin = path('../../bin/mcp');
const otherNode = path('../conformance/node_modules/node/bin/node');
const hasOther = existsSync(otherNode);
if (!hasOther) console.warn('SKIPPED: a second Node; install it with: npm ci --prefix test/conformance');
const hasAffinity = spawnSync('taskset', ['--version']).status === 0;

/** Two machines as different as one can be made to look. */
const environments = {
  here: { before: [], node: process.execPath, env: { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' } },
  there: {
    before: hasAffinity ? ['taskset', '-c', '0'] : [],
    node: hasOther ? otherNode : process.execPath,
    env: { TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
  },
} as const;

const files: Readonly<Record<string, string>> = {
  'I/İstanbul.md': 'ISTANBUL İstanbul ıstanbul istanbul',
  'z.md': 'ΛΟΓΟΣ λογος',
  'Ä.md': 'mint\u0085leaf\u00a0mint',
  '～.md': 'wide tilde mint',
  '😀.md': 'grin',
  'empty.md': '',
  ...Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`many/${(i * 7919) % 1_000}.md`, `mint ${'leaf '.repeat(i % 9)}${i}`]),
  ),
};

function inEnvironment(name: keyof typeof environments, seconds: number): string[] {
  const { before, node, env } = environments[name];
  const folder = temporaryFolder();
  const names = Object.keys(files);
  // The order in which a directory was filled, and the times of its files, are nobody's business.
  for (const file of name === 'here' ? names : names.toReversed()) {
    const target = join(folder, 'sources', file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, files[file]!);
    utimesSync(target, seconds, seconds);
  }
  const mcp = (...args: string[]) => {
    const [command, ...rest] = [...before, node, bin, 'context', ...args];
    const { status, stdout, stderr } = spawnSync(command!, rest, {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: folder, SOURCE_DATE_EPOCH: '0', ...env },
    });
    expect([status, stderr.replace(/^Built cache.*\n/, '')]).toEqual([0, '']);
    return stdout;
  };
  mcp('build', '--sources', 'sources', '--cache', 'cache');
  const stored = ['manifest.json', 'index.json', ...documentsIn(folder)].map(
    file => `${file}\n${readFileSync(join(folder, 'cache', file), 'utf8')}`,
  );
  const answers = [
    mcp('resolve', '--cache', 'cache', '--query', 'ISTANBUL', '--budget', '500'),
    mcp('resolve', '--cache', 'cache', '--query', 'İSTANBUL mint λογος', '--budget', '40', '--format', 'pretty'),
  ];
  return [...stored, ...answers, mcp('inspect', '--cache', 'cache'), mcp('verify', '--cache', 'cache')];
}

const documentsIn = (folder: string) =>
  readdirSync(join(folder, 'cache', 'documents'))
    .sort()
    .map(name => `documents/${name}`);

it('depends on no locale, time zone, order of a directory, time of a file, number of cores or version of Node', () => {
  expect(inEnvironment('there', 1_500_000_000)).toEqual(inEnvironment('here', 1_000_000_000));
});
