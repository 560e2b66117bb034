import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/engine.js';
import {
  bin,
  CommandFolder,
  type Document,
  demo,
  fixture,
  has,
  hasPeers,
  hasTerminal,
  homeIn,
  onTerminal,
  start,
  throughDaemon,
} from './mcp.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const hostile = (mode: string, env: Record<string, string> = {}) => ({
  command: process.execPath,
  args: [path('../client/hostile-server.mjs'), mode],
  env,
});
const MEGABYTE = 2 ** 20;

/** The most memory a process ever had, in bytes; 0 once it is gone. */
function mostMemory(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1_024;
  } catch {
    return 0;
  }
}

/** Runs a command to its end and gives the most memory that it, or the daemon it went through, had on the way. */
async function measured(commandFolder: CommandFolder, args: readonly string[]) {
  const { child, ended } = start([...args, '--config', commandFolder.config], commandFolder.folder);
  let most = 0;
  const look = setInterval(() => {
    most = Math.max(most, mostMemory(child.pid!));
  }, 10);
  const ran = await ended;
  clearInterval(look);
  const status = JSON.parse((await commandFolder.run(['daemon', 'status', '--json'])).stdout) as Document;
  return { ...ran, most: Math.max(most, status.running ? mostMemory(status.pid) : 0) };
}

describe.skipIf(process.platform !== 'linux')('memory', () => {
  it('stays below 300 MB where a reply is too large', async () => {
    const { code, stdout, most } = await measured(new CommandFolder({ big: hostile('too-large') }), [
      'call',
      'big/echo',
      '--json',
    ]);
    expect([code, JSON.parse(stdout).error.kind]).toEqual([2, 'too_large']);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(300 * MEGABYTE);
  });

  it('does not grow with a gigabyte on stderr, which holds nothing up', async () => {
    const commandFolder = new CommandFolder({
      flood: hostile('floods-stderr', { FLOOD_PIECES: '16384' }),
      calm: hostile('good'),
    });
    const calm = await measured(commandFolder, ['call', 'calm/echo']);
    const flood = await measured(commandFolder, ['call', 'flood/write']);
    expect([flood.code, flood.stderr]).toEqual([0, '']);
    expect(flood.most - calm.most).toBeLessThan(100 * MEGABYTE);
  });
});

describe('a server that needs ten seconds to start', () => {
  const commandFolder = new CommandFolder({ slow: hostile('slow-start', { START_DELAY_MS: '10000' }) });

  it('works with the limits there are, and a terminal shows that it is starting', async () => {
    const line = ['call', 'slow/echo', '--config', commandFolder.config];
    // One that is kept is started once.
    const [piped, shown] = [
      await commandFolder.run(['call', 'slow/echo', '--no-daemon']),
      hasTerminal && (await onTerminal(line, commandFolder.folder)),
    ];
    expect(piped.code).toBe(0);
    if (shown) expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(/slow: starting {2}[5-9] s/)]);
  });
});

it('servers are shown in the order of the configuration, whichever answers first, 50 times', async () => {
  const names = ['e', 'a', 'd', 'b', 'c'];
  const commandFolder = new CommandFolder({});
  for (let round = 0; round < 50; round++) {
    const delay = () => String(Math.floor(Math.random() * 120));
    // Another delay is another definition, so that each round starts them anew.
    commandFolder.write(
      Object.fromEntries(
        names.map(name => [name, hostile('slow-start', { START_DELAY_MS: delay(), NAME: `${round}` })]),
      ),
    );
    const { document } = await commandFolder.json('list');
    expect(document.servers.map(({ name, status }: Document) => [name, status])).toEqual(
      names.map(name => [name, 'connected']),
    );
  }
});

// A daemon would be watched for as long as it stays.
it.skipIf(throughDaemon || !has('strace', 'apt-get install strace'))(
  'files of other clients are never opened to be written',
  async () => {
    const commandFolder = new CommandFolder({});
    const file = commandFolder.file('.cursor/mcp.json', JSON.stringify({ mcpServers: { fixture: fixture(), demo } }));
    const trace = join(commandFolder.folder, 'trace');
    const lines = [
      ['list'],
      ['call', 'fixture/bare'],
      ['config', 'import'],
      ['config', 'trust', '--all'],
      ['config', 'show'],
    ];
    writeFileSync(trace, '');
    for (const line of lines) {
      const words = [
        '-f',
        '-A',
        '-y',
        '-e',
        'trace=open,openat,creat,rename,renameat,renameat2,unlink,unlinkat,truncate',
        '-o',
        trace,
      ];
      const ran = spawnSync('strace', [...words, process.execPath, bin, ...line], {
        env: homeIn(commandFolder.folder),
        cwd: commandFolder.folder,
      });
      expect([line, ran.status]).toEqual([line, 0]);
    }
    const touched = readFileSync(trace, 'utf8')
      .split('\n')
      .filter(each => each.includes(file));
    expect(touched.length).toBeGreaterThan(0);
    expect(touched.filter(each => !/open(?:at)?\(.*O_RDONLY/.test(each))).toEqual([]);
  },
);

/** What the benchmark compares whether or not other clients are there. */
const ratios = [
  'mcp --version',
  'mcp call',
  'mcp list',
  'mcp call that starts the daemon',
  'eight',
  'mcp call, direct',
  'mcp call, through the daemon',
];
const skippedBun = 'SKIPPED: the command line made with Bun, which no package of npm installs without a download\n';

/** Runs the benchmark of a tree, once round. */
function benchmark(tree: string) {
  return spawnSync(process.execPath, [join(tree, 'bench/dist/cli/run.js')], {
    env: { ...process.env, CONCORD_BENCH_ROUNDS: '1' },
    encoding: 'utf8',
  });
}

/** This tree as somebody has it who installed only some of what the benchmark can use. */
function treeWith(...packages: string[]): string {
  const tree = temporaryFolder();
  for (const folder of ['bench/src', 'bin', ...packages.map(each => `test/peers/node_modules/${each}`)]) {
    mkdirSync(join(tree, folder, '..'), { recursive: true });
    symlinkSync(path(`../../${folder}`), join(tree, folder));
  }
  // Modules know where they are by the files they were loaded from: links would lead back.
  cpSync(path('../../bench/dist'), join(tree, 'bench/dist'), { recursive: true });
  cpSync(path('../../bench/package.json'), join(tree, 'bench/package.json'));
  return tree;
}

// These go both ways by themselves.
describe.skipIf(throughDaemon || !hasPeers)('the benchmark of the command line', () => {
  it('runs, and prints every ratio', { timeout: 600_000 }, () => {
    const { stdout, stderr, status } = benchmark(path('../../'));
    expect([status, stderr]).toEqual([expect.any(Number), '']);
    for (const subject of ratios) expect(stdout).toMatch(new RegExp(`(?:pass|MISSED): ${subject} is `));
    expect(stdout).toContain(skippedBun);
    if (!stdout.includes('SKIPPED: mcporter'))
      for (const peer of ['mcporter, kept alive', 'mcporter list', 'mcporter call'])
        expect(stdout).toMatch(new RegExp(`x faster than ${peer}, at least `));
  });

  it('runs without other clients, and says that it skips them and how to get them', { timeout: 600_000 }, () => {
    const { stdout, stderr, status } = benchmark(treeWith('@modelcontextprotocol/server-everything'));
    expect([status, stderr]).toEqual([expect.any(Number), '']);
    expect(stdout).toContain(
      'SKIPPED: mcporter; npm ci --prefix test/conformance && npm ci --prefix test/peers --ignore-scripts\n',
    );
    expect(stdout).toContain(skippedBun);
    for (const subject of ratios) expect(stdout).toMatch(new RegExp(`(?:pass|MISSED): ${subject} is `));
    expect(stdout.replace(/^SKIPPED: .*$/gm, '')).not.toContain('mcporter');
    expect(stdout).toMatch(/(?:all targets met|targets? missed)\n$/);
  });

  it('says what is missing where there is no server to start', () => {
    expect(benchmark(treeWith())).toMatchObject({
      status: 1,
      stderr: 'The server these cases start is missing: npm ci --prefix test/peers --ignore-scripts\n',
    });
  });
});
