import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Stale, Transactions } from '../../sources/code/src/edit/transaction.js';
import { temporaryFolder } from '../support/engine.js';

const built = fileURLToPath(new URL('../../sources/code/dist/edit/transaction.js', import.meta.url));
const count = process.env.CONCORD_TEST_ALL ? 200 : 12;
const FILES = 8;

/** Writes all files again and again, each time all with the same number in them, until it is killed. */
const writer = `
import { Transactions } from ${JSON.stringify(built)};
const [journal, folder] = process.argv.slice(1);
const transactions = new Transactions(journal);
process.stdout.write('ready\\n');
for (let round = 1; ; round++)
  transactions.write(Array.from({ length: ${FILES} }, (_, at) => ({ path: folder + '/' + at, bytes: Buffer.from(String(round).repeat(2000)) })));
`;

describe('changes of several files', () => {
  it(`are made together or not at all, whenever the process is killed (${count} times)`, async () => {
    const root = temporaryFolder();
    const [journal, folder] = [join(root, 'journal'), join(root, 'files')];
    mkdirSync(folder);
    mkdirSync(journal);
    for (let at = 0; at < FILES; at++) writeFileSync(join(folder, String(at)), '0');
    for (let round = 0; round < count; round++) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', writer, journal, folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await new Promise(resolve => child.stdout.once('data', resolve));
      await new Promise(resolve => setTimeout(resolve, (round * 7) % 40));
      child.kill('SIGKILL');
      await new Promise(resolve => child.once('exit', resolve));
      new Transactions(journal).recover();
      const texts = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'));
      expect(readdirSync(folder)).toHaveLength(FILES);
      expect(new Set(texts).size).toBe(1);
      expect(readdirSync(journal).filter(name => name.endsWith('.json'))).toEqual([]);
    }
  }, 300_000);

  it('leave those of a process that lives alone', () => {
    const journal = temporaryFolder();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a'), 'old');
    writeFileSync(join(folder, '.a.new.tmp'), 'new');
    const start = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')[19]!;
    const entry = {
      owner: { pid: process.pid, start },
      state: 'ready',
      files: [{ from: join(folder, '.a.new.tmp'), to: join(folder, 'a') }],
    };
    const write = () => writeFileSync(join(journal, 'x.change.json'), JSON.stringify(entry));
    write();
    expect(new Transactions(journal).recover()).toBe(0);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('old');
    entry.owner.start = '1';
    write();
    expect(new Transactions(journal).recover()).toBe(1);
    expect([readFileSync(join(folder, 'a'), 'utf8'), existsSync(join(journal, 'x.change.json'))]).toEqual([
      'new',
      false,
    ]);
  });

  it('keep modes and links, and change nothing where one file cannot be', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a'), 'one', { mode: 0o750 });
    symlinkSync('a', join(folder, 'link'));
    const transactions = new Transactions(join(folder, 'journal'));
    transactions.write([{ path: join(folder, 'link'), bytes: Buffer.from('two') }]);
    expect([readFileSync(join(folder, 'a'), 'utf8'), statSync(join(folder, 'a')).mode & 0o777]).toEqual(['two', 0o750]);
    const change = (name: string, isStill?: () => boolean) => ({
      path: join(folder, name),
      bytes: Buffer.from('three'),
      ...(isStill && { isStill }),
    });
    expect(() => transactions.write([change('a'), change('none')])).toThrow('ENOENT');
    expect(() => transactions.write([change('a'), change('link', () => false)])).toThrow(Stale);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('two');
    expect(readdirSync(folder).sort()).toEqual(['a', 'journal', 'link']);
    expect(readdirSync(join(folder, 'journal'))).toEqual([]);
  });

  it('write nothing on a disk that is full', context => {
    const folder = temporaryFolder();
    const place = join(folder, 'small');
    mkdirSync(place);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', place]).status !== 0) {
      console.warn('SKIPPED: a full disk needs the right to mount a tmpfs');
      return context.skip();
    }
    try {
      for (const name of ['a', 'b']) writeFileSync(join(place, name), 'old');
      const bytes = Buffer.alloc(48 * 1_024, 'x');
      const changes = ['a', 'b'].map(name => ({ path: join(place, name), bytes }));
      expect(() => new Transactions(join(folder, 'journal')).write(changes)).toThrow('ENOSPC');
      expect(readdirSync(place).map(name => readFileSync(join(place, name), 'utf8'))).toEqual(['old', 'old']);
    } finally {
      spawnSync('umount', [place]);
    }
  });

  it('are refused where the folder may not be written', context => {
    if (process.getuid?.() === 0) return context.skip();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a'), 'old');
    chmodSync(folder, 0o555);
    try {
      expect(() => new Transactions(undefined).write([{ path: join(folder, 'a'), bytes: Buffer.from('new') }])).toThrow(
        'EACCES',
      );
    } finally {
      chmodSync(folder, 0o755);
    }
  });
});
