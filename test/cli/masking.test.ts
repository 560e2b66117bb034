import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keptIn, leaking, shownIn, value } from './masking.js';
import { commands } from './masking-commands.js';
import { walkOverStdio } from './masking-gateway.js';
import { CommandFolder } from './mcp.js';
import { token } from './told-secrets.mjs';

const commandFolder = new CommandFolder({ leaking: leaking() });
mkdirSync(join(commandFolder.folder, 'kept'));

describe('what a server tells of secrets', () => {
  it('is in nothing that a command prints, keeps or records', async () => {
    const wrong: unknown[] = [];
    const run = async ([words, shows, exit]: (typeof commands)[number]) => {
      const { code, stdout, stderr } = await commandFolder.quick([...words, '--verbose', '--server-logs']);
      const shown = shownIn(stdout + stderr);
      if (shown.length > 0 || code !== exit || !(stdout + stderr).includes(shows)) wrong.push({ words, shown, code });
    };
    for (let at = 0; at < commands.length; at += 4) await Promise.all(commands.slice(at, at + 4).map(run));
    expect(wrong).toEqual([]);
    for (const folder of ['state', 'cache', 'kept', 'run'])
      expect(keptIn(join(commandFolder.folder, folder))).toEqual([]);
  });

  it('is not repeated by a dry run of a call in which it was typed', async () => {
    const typed = [`note=${token}`, 'password=hunter22x', `about=${value}`];
    const { code, stdout } = await commandFolder.quick(['call', 'leaking/tells', ...typed, '--dry-run']);
    expect([code, shownIn(stdout)]).toEqual([0, []]);
    expect(JSON.parse(stdout).arguments).toEqual({ note: '[REDACTED]', password: '[REDACTED]', about: '[REDACTED]' });
  });

  it.each(['handshake', 'modern'] as const)('is in nothing that the gateway says, %s', async era => {
    const { messages, log } = await walkOverStdio(commandFolder, era);
    expect(messages.flatMap(shownIn)).toEqual([]);
    expect(shownIn(log.join(''))).toEqual([]);
    for (const word of ['told', 'failed with', 'refused with', 'read', 'prompted', 'completed', 'who?', 'instructed'])
      expect(
        messages.some(message => message.includes(`${word} [REDACTED]`)),
        word,
      ).toBe(true);
    expect(messages.join('')).toContain('"kind":"forbidden"');
    expect(log.join('')).toContain("the tool 'keys' is left out");
  });
});
