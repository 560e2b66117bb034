import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { Cli } from './cli.js';

const fake = dirname(fileURLToPath(new URL('../../../../test/fake-dotnet/dotnet', import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'concord-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

const quiet = { signal: new AbortController().signal, onStop: () => () => {} };
let count = 0;

/** Runs the stand-in with this script, and gives what it noted. */
async function replay(entry: object, more: object = {}, env: Record<string, string> = {}) {
  const name = join(folder, String(count++));
  writeFileSync(`${name}.json`, JSON.stringify([entry]));
  const variables = { FAKE_DOTNET_SCRIPT: `${name}.json`, FAKE_DOTNET_LOG: `${name}.log` };
  const cli = new Cli({ PATH: `${fake}:${process.env.PATH}`, ...variables, ...env });
  const result = await cli.run({ argv: ['build'], cwd: folder, timeoutMs: 20_000, ...more }, quiet);
  const noted = JSON.parse(readFileSync(`${name}.log`, 'utf8').split('\n')[0]!) as {
    argv: string[];
    cwd: string;
    env: Record<string, string>;
    stdin: string;
  };
  return { result, noted };
}

describe('the CLI', () => {
  it('is started where it should be, in English, with nothing on stdin and no setting of ours', async () => {
    const { result, noted } = await replay({ stdout: 'fine\n' }, {}, { CONCORD_ANYTHING: 'x', LANG: 'de_DE.UTF-8' });
    expect(result).toMatchObject({ end: 'exited', exitCode: 0, stdout: 'fine\n' });
    expect(noted).toMatchObject({
      argv: ['build'],
      stdin: '',
      env: { DOTNET_CLI_UI_LANGUAGE: 'en', MSBUILDTERMINALLOGGER: 'off', LANG: 'de_DE.UTF-8' },
    });
    expect(Object.keys(noted.env).filter(name => name.startsWith('CONCORD_'))).toEqual([]);
  });

  it('is read while it prints, in whole lines, without what is meant for a terminal', async () => {
    const lines: string[] = [];
    const stdout = '\u001b[31ma.cs(1,2): error CS0103: x\u001b[0m [/p/a.csproj]\r\n10%\r100%\nlast';
    const { result } = await replay({ stdout, exitCode: 1 }, { onLine: (line: string) => lines.push(line) });
    expect(result).toMatchObject({ exitCode: 1, findings: { errors: [{ code: 'CS0103', message: 'x' }] } });
    expect(lines).toEqual(['a.cs(1,2): error CS0103: x [/p/a.csproj]', '100%', 'last']);
  });

  it('is not waited for by way of somebody who keeps its pipes', async () => {
    const started = performance.now();
    const { result } = await replay({ stdout: 'done\n', grandchildMs: 15_000 });
    expect(result).toMatchObject({ exitCode: 0, stdout: 'done\n' });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('that is missing, or may not be run, is told as what it is', async () => {
    const run = (env: Record<string, string>) => new Cli(env).run({ argv: [], cwd: folder, timeoutMs: 1_000 }, quiet);
    expect(await run({ PATH: '/nowhere' })).toEqual({ missing: 'No such file or directory' });
    writeFileSync(join(folder, 'dotnet'), '', { mode: 0o644 });
    expect(await run({ PATH: folder })).toEqual({ missing: 'Permission denied' });
  });

  it('runs so many times at once, and no more', async () => {
    const script = join(folder, 'slow.json');
    const log = join(folder, 'slow.log');
    writeFileSync(script, JSON.stringify([{ delayMs: 300 }]));
    const env = {
      PATH: `${fake}:${process.env.PATH}`,
      FAKE_DOTNET_SCRIPT: script,
      FAKE_DOTNET_LOG: log,
      CONCORD_DOTNET_MAX_PROCESSES: '1',
    };
    const cli = new Cli(env);
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3].map(async n => {
        await cli.run({ argv: [String(n)], cwd: folder, timeoutMs: 20_000 }, quiet);
        order.push(n);
      }),
    );
    expect(order).toEqual([1, 2, 3]);
  });
});
