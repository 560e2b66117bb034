import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openDotnet } from './dotnet-fixture.js';

const MEGABYTE = 1_048_576;
const line = `${'Copying a file that nobody has ever heard of to where nobody will look.'.repeat(2)}\n`;
const block = line.repeat(Math.ceil(MEGABYTE / line.length));

/** What a process has of memory, now and at most, as Linux counts it. */
function memoryOf(pid: number): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)![1]) * 1_024;
  return { now: bytes('VmRSS'), most: bytes('VmHWM') };
}

// Memory is counted from the start: each has a server of its own.
const openServers = { 0: await openDotnet(), 1: await openDotnet() } as const;

describe('200 MB of output', () => {
  it.each([
    ['a success', 0, 'App.cs(7,3): warning CS0168: x is never used [/p/App.csproj]\n'],
    ['a failure', 1, 'App.cs(7,3): error CS0103: The name x does not exist [/p/App.csproj]\n'],
  ] as const)(
    'of %s take little memory, are cut in the middle and can be read in pages, and no line goes unread',
    async (_, exitCode, middle) => {
      const fake = openServers[exitCode];
      const scripted = fake.scripted({ stdout: block, times: 200, middle, exitCode });
      await fake.ask('dotnet_sdk', { action: 'Version' });
      const isCounted = process.platform === 'linux';
      const start = isCounted ? memoryOf(fake.wire.pid).now : 0;
      const maxOutputChars = 50_000;
      const answer = await scripted.ask('dotnet_project', { action: 'Build', maxOutputChars, timeoutMs: 150_000 });
      if (isCounted) expect((memoryOf(fake.wire.pid).most - start) / MEGABYTE).toBeLessThan(150);
      expect(answer).toMatchObject({ success: exitCode === 0, exitCode });
      const metadata = answer.metadata!;
      expect(Number(metadata.omittedCharacters)).toBeGreaterThan(199 * MEGABYTE);
      if (exitCode === 0) {
        expect(answer.output!.length).toBeLessThanOrEqual(maxOutputChars + '\n[Output truncated]\n'.length);
        expect(answer.output!.split('\n')).toContain('[Output truncated]');
        expect(metadata.warningCount).toBe('1');
      } else
        expect(answer.errors).toMatchObject([{ code: 'CS0103', data: { additionalData: { line: '7', column: '3' } } }]);
      const page = async (query: string) => {
        const { result } = await fake.wire.request('resources/read', { uri: `${metadata.logUri}?${query}` });
        return (result!.contents as readonly { text: string }[])[0]!.text;
      };
      expect(await page('offset=10&limit=3')).toBe(line.repeat(3).trimEnd());
      expect((await page('offset=100000&limit=10')).split('\n')).toHaveLength(10);
      expect(await page('grep=truncated')).toBe('[Output truncated]');
      if (isCounted) expect((memoryOf(fake.wire.pid).now - start) / MEGABYTE).toBeLessThan(300);
    },
  );
});
