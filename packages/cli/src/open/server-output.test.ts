import { expect, it } from 'vitest';
import type { CommandContext } from '../command/context.js';
import { serverOutput } from './server-output.js';

it('says no more than a megabyte ahead of its reader, and then how much is missing', async () => {
  const said: string[] = [];
  let read = () => {};
  const reading = new Promise<void>(resolve => {
    read = resolve;
  });
  const stderr = (text: string) => {
    said.push(text);
    return reading;
  };
  const context = {
    stderr,
    flags: { 'server-logs': true as const },
    terminal: { stdin: false, stdout: false, stderr: false },
  } as Partial<CommandContext> as CommandContext;
  const { onServerLog } = serverOutput('s', [], context);
  for (let line = 0; line < 3_000; line++) onServerLog!('x'.repeat(1_000));
  expect(said.join('').length).toBeLessThan(1_100_000);
  const missing = 3_000 - said.length;
  read();
  await reading;
  await new Promise(setImmediate);
  onServerLog!('after');
  expect(said.at(-1)).toBe(`[${missing} lines left out]\n[s] after\n`);
});
