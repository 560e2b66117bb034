import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { stateFolder } from './state-folder.js';

const root = mkdtempSync(join(tmpdir(), 'concord-test-'));
afterAll(() => rmSync(root, { recursive: true }));

let place = '';
let count = 0;
beforeEach(() => {
  place = join(root, String(count++));
  mkdirSync(place);
});

const files: Readonly<Record<string, string>> = {
  'calls.jsonl': 'newer',
  'calls.1.jsonl': 'older',
  'locks/one.holders': '[]',
  'locks/two.holders': '[1]',
};

function write(folder: string, texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(join(place, folder, name, '..'), { recursive: true });
    writeFileSync(join(place, folder, name), text, { mode: 0o600 });
  }
}

function read(folder: string): Record<string, string> {
  const names = readdirSync(join(place, folder), { recursive: true }) as string[];
  const paths = names.filter(name => statSync(join(place, folder, name)).isFile());
  return Object.fromEntries(paths.map(name => [name, readFileSync(join(place, folder, name), 'utf8')]));
}

/** A process that uses the state folder, and is killed before its system call of that number. */
function use(
  most = Number.POSITIVE_INFINITY,
): Promise<{ readonly killed: boolean; readonly found: readonly string[] }> {
  const program = fileURLToPath(new URL('../../test/support/use-state-folder.mjs', import.meta.url));
  return new Promise(resolve => {
    execFile(process.execPath, [program, place, String(most)], (error, stdout) =>
      resolve({ killed: error?.signal === 'SIGKILL', found: error ? [] : JSON.parse(stdout) }),
    );
  });
}

it('is named by XDG_STATE_HOME where that is absolute, else stands in the home folder', () => {
  expect(stateFolder({ XDG_STATE_HOME: place })).toBe(join(place, 'mcp'));
  expect(stateFolder({ XDG_STATE_HOME: 'relative', HOME: place })).toBe(join(place, '.local/state/mcp'));
  expect(stateFolder({})).toBe(join(homedir(), '.local/state/mcp'));
  expect(stateFolder({ HOME: 'relative' })).toBeUndefined();
  expect(readdirSync(place)).toEqual([]);
});

describe('what an earlier version left in its own folder', () => {
  it('is moved over at the first use, with the rest that is there', () => {
    write('concord', files);
    write('mcp', { 'trust.json': '{}', 'locks/three.holders': '[]' });
    stateFolder({ XDG_STATE_HOME: place });
    expect(read('mcp')).toEqual({ ...files, 'trust.json': '{}', 'locks/three.holders': '[]' });
    expect(statSync(join(place, 'mcp/calls.jsonl')).mode & 0o777).toBe(0o600);
    expect(existsSync(join(place, 'concord'))).toBe(false);
  });

  it('stays where its name is taken, and so does a lock file that is being changed', () => {
    write('concord', { ...files, 'locks/one.guard': 'owner' });
    write('mcp', { 'calls.jsonl': 'of another process' });
    stateFolder({ XDG_STATE_HOME: place });
    expect(read('mcp')).toEqual({ ...files, 'calls.jsonl': 'of another process' });
    expect(read('concord')).toEqual({ 'calls.jsonl': 'newer', 'locks/one.guard': 'owner' });
  });

  it('is left alone where the former folder is a link', () => {
    write('elsewhere', files);
    symlinkSync(join(place, 'elsewhere'), join(place, 'concord'));
    expect(stateFolder({ XDG_STATE_HOME: place })).toBe(join(place, 'mcp'));
    expect(read('elsewhere')).toEqual(files);
  });

  it('is complete for each of many processes that come at once', async () => {
    write('concord', files);
    const expected = [...Object.keys(files), 'locks'].sort();
    const all = await Promise.all(Array.from({ length: 8 }, () => use()));
    for (const { found } of all) expect(found).toEqual(expected);
    expect(read('mcp')).toEqual(files);
    expect(existsSync(join(place, 'concord'))).toBe(false);
  });

  it('survives a process that is killed at any point of the way', async () => {
    let isKilled = true;
    for (let step = 0; isKilled; step += 1) {
      rmSync(place, { recursive: true });
      write('concord', files);
      isKilled = (await use(step)).killed;
      const both = {
        ...(existsSync(join(place, 'concord')) && read('concord')),
        ...(existsSync(join(place, 'mcp')) && read('mcp')),
      };
      expect(both).toEqual(files);
      await use();
      expect(read('mcp')).toEqual(files);
      expect(existsSync(join(place, 'concord'))).toBe(false);
    }
  });
});
