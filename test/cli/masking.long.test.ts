import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DaemonFixture } from '../daemon/daemon-fixture.js';
import { keptIn, leaking, shownIn } from './masking.js';
import { commands, otherCommands } from './masking-commands.js';
import { walkOverHttp } from './masking-gateway.js';
import { CommandFolder } from './mcp.js';

const all = [...commands, ...otherCommands];
const forms: readonly (readonly string[])[] = [[], ['--json'], ['--verbose', '--server-logs']];
/** The commands that can tell more. */
const full = new Set(['list', 'info', 'call']);
const folders = ['state', 'cache', 'kept', 'run'];

it('is in nothing that any command prints in any form, keeps or records', async () => {
  const commandFolder = new CommandFolder({ leaking: leaking() });
  mkdirSync(join(commandFolder.folder, 'kept'));
  const wrong: unknown[] = [];
  for (const [words, , exit] of all)
    await Promise.all(
      [...forms, ...(full.has(words[0]!) ? [['--json', '--full']] : [])].map(async form => {
        const given = [...words, ...form.filter(word => !words.includes(word))];
        const { code, stdout, stderr } = await commandFolder.run(given);
        const shown = shownIn(stdout + stderr);
        if (shown.length > 0 || code !== exit) wrong.push({ given, shown, code });
      }),
    );
  expect(wrong).toEqual([]);
  for (const folder of folders) expect(keptIn(join(commandFolder.folder, folder))).toEqual([]);
});

it('is in nothing that goes through a daemon, nor in its log', async () => {
  const fixture = new DaemonFixture({ leaking: leaking() });
  mkdirSync(join(fixture.folder, 'kept'));
  const wrong: unknown[] = [];
  for (const [words, , exit] of all)
    for (const form of [['--verbose', '--server-logs'], ['--json']]) {
      const { code, stdout, stderr } = await fixture.run([...words, ...form]);
      const shown = shownIn(stdout + stderr);
      if (shown.length > 0 || code !== exit) wrong.push({ words, form, shown, code });
    }
  await fixture.run(['daemon', 'stop']);
  expect(wrong).toEqual([]);
  for (const folder of folders) expect(keptIn(join(fixture.folder, folder))).toEqual([]);
});

it.each(['handshake', 'modern'] as const)('is in nothing that the gateway says over HTTP, %s', async era => {
  const { messages, log } = await walkOverHttp(new CommandFolder({ leaking: leaking() }), era);
  expect(messages.flatMap(shownIn)).toEqual([]);
  expect(shownIn(log.join(''))).toEqual([]);
  for (const word of ['told', 'failed with', 'refused with', 'read', 'prompted', 'completed', 'who?', 'instructed'])
    expect(
      messages.some(message => message.includes(`${word} [REDACTED]`)),
      word,
    ).toBe(true);
});
