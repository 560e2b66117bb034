import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/engine.js';
import { runInProcess } from './in-process.js';
import { asJson, variable } from './mcp.js';

const text = `// Servers of this project
{
    "discover": false, // nobody else's
    "mcpServers": {
        /* the first */ "one": { "command": "true", "args": [] },
        "two": { "url": "http://127.0.0.1:1/mcp" }, // the second
    }
}
`;

function project(contents: string | undefined) {
  const home = temporaryFolder();
  const folder = join(home, 'project');
  mkdirSync(join(folder, '.git'), { recursive: true });
  const file = join(folder, 'mcp.json');
  if (contents !== undefined) writeFileSync(file, contents);
  const config = (...words: string[]) =>
    runInProcess(['config', ...words], home, { cwd: folder, env: { KEEP: 'of the person who runs it' } });
  return { home, folder, file, config };
}

describe('mcp config add and remove', () => {
  it('change one entry and nothing else in the file', async () => {
    const { file, folder, config } = project(text);
    chmodSync(file, 0o640);
    const added = await config('add', 'three', '--env', 'KEEP', '--env', 'SET=1', '--json', '--', 'sh', '-c', 'exit 3');
    expect(asJson(added, ['config', 'add']).document).toEqual({ added: 'three', file });
    const after = readFileSync(file, 'utf8');
    for (const line of text.split('\n').slice(0, 5)) expect(after).toContain(line);
    expect(after).toContain('// the second');
    expect(JSON.parse(/"three": (\{[\s\S]*?\n {8}\})/.exec(after)![1]!).env).toEqual({
      KEEP: variable('KEEP'),
      SET: '1',
    });
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder).sort()).toEqual(['.git', 'mcp.json']);
    // Whoever adds a server has agreed to it.
    expect((await config('show', 'three')).stdout).not.toContain('not trusted');

    expect(asJson(await config('remove', 'three', '--json'), ['config', 'remove']).document).toEqual({
      removed: 'three',
      file,
    });
    expect(readFileSync(file, 'utf8')).toContain('/* the first */ "one"');
    expect((await config('show')).stdout).not.toContain('three');
  });

  it('refuse a name that is taken, unless forced', async () => {
    const { file, config } = project(text);
    const refused = await config('add', 'one', 'https://example.com/mcp');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("has a server 'one'")]);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect((await config('add', 'one', 'https://example.com/mcp', '--force')).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('https://example.com/mcp');
  });

  it('leave a file alone that cannot be parsed', async () => {
    const broken = '{ "mcpServers": { "one": ';
    const { file, config } = project(broken);
    for (const words of [
      ['add', 'two', '--', 'true'],
      ['remove', 'one'],
    ]) {
      expect((await config(...words)).code).toBe(1);
      expect((await config(...words, '--config', file)).code).toBe(1);
    }
    expect(readFileSync(file, 'utf8')).toBe(broken);
  });

  it("write the user's file where the project has none, readable by nobody else", async () => {
    const { home, file, config } = project(undefined);
    expect((await config('add', 'mine', './nowhere')).code).toBe(1);
    expect((await config('add', 'mine', '--', 'true')).code).toBe(0);
    expect(existsSync(file)).toBe(false);
    const own = join(home, 'config/mcp/mcp.json');
    expect(JSON.parse(readFileSync(own, 'utf8'))).toEqual({ mcpServers: { mine: { command: 'true', args: [] } } });
    expect(statSync(own).mode & 0o777).toBe(0o600);
  });

  it('say what they want', async () => {
    const { config } = project(text);
    for (const words of [
      ['add'],
      ['add', 'a/b', '--', 'true'],
      ['add', 'x'],
      ['add', 'x', 'one'],
      ['remove'],
      ['remove', 'nobody'],
      ['remove', 'demo'],
    ])
      expect(await config(...words)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^error: .+\nnext: .+\n$/s),
      });
  });
});

describe('an action that there is not', () => {
  it.each([
    ['config shw', "next: Did you mean 'mcp config show'?"],
    ['daemon stpo', "next: Did you mean 'mcp daemon stop'?"],
    ['daemon', 'next: mcp help daemon'],
    ['emit typs demo', "next: Did you mean 'mcp emit types'?"],
    ['config add x example.com', 'next: mcp config add x -- <command>'],
  ])('mcp %s is told what was meant', async (line, next) => {
    const { code, stderr } = await runInProcess(line.split(' '), temporaryFolder());
    expect([code, stderr.trimEnd().split('\n').at(-1)]).toEqual([1, next]);
  });
});

describe('mcp version', () => {
  it('prints what --version does', async () => {
    const home = temporaryFolder();
    const [word, flag] = await Promise.all([
      runInProcess(['version'], home),
      runInProcess(['list', '--version'], home),
    ]);
    expect(word).toEqual(flag);
  });
});
