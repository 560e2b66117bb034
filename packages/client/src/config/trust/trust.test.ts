import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, makeFixture, serverEntry } from '../../../test/support/project-fixture.js';
import { grantTrust, isTrusted, needsConsent, readConfig, type ServerEntry, withdrawTrust } from '../index.js';

let fixture: Fixture;
beforeEach(() => {
  fixture = makeFixture();
});
afterEach(() => fixture.remove());

async function projectServers(mcpServers: unknown, project = fixture.project): Promise<readonly ServerEntry[]> {
  fixture.write(join(project, 'mcp.json'), { mcpServers });
  return (await readConfig(fixture.place({ cwd: project }))).servers;
}

describe('trust', () => {
  it.each([
    [{ command: 'x' }, {}, true],
    [{ url: 'https://x' }, {}, true],
    [{ use: 'folder', path: '.' }, {}, true],
    [{ use: 'context' }, {}, false],
    [{ command: 'x' }, { scope: 'user' as const }, false],
    [{ command: 'x' }, { scope: 'given' as const }, false],
    [{ command: 'x' }, { scope: 'ad-hoc' as const }, false],
    [{ command: 'x' }, { client: 'cursor' as const }, true],
  ])('%j %j needs consent: %s', async (entry, more, expected) => {
    expect(needsConsent(serverEntry(entry, more))).toBe(expected);
    expect(await isTrusted(serverEntry(entry, more), fixture.state)).toBe(!expected);
  });

  it('is remembered, ends with any change of the entry, and can be withdrawn', async () => {
    const [one, two] = await projectServers({ one: { command: 'x', args: ['1'] }, two: { command: 'y' } });
    await grantTrust([one!], fixture.state);
    expect(await isTrusted(one!, fixture.state)).toBe(true);
    expect(await isTrusted(two!, fixture.state)).toBe(false);
    const [reordered] = await projectServers({ one: { args: ['1'], command: 'x' } });
    expect(await isTrusted(reordered!, fixture.state)).toBe(true);
    const [changed] = await projectServers({ one: { command: 'x', args: ['2'] } });
    expect(await isTrusted(changed!, fixture.state)).toBe(false);
    await grantTrust([changed!], fixture.state);
    expect(await isTrusted(changed!, fixture.state)).toBe(true);
    expect(await isTrusted(one!, fixture.state)).toBe(false);
    await withdrawTrust([one!], fixture.state);
    expect(await isTrusted(changed!, fixture.state)).toBe(false);
  });

  it('belongs to the real file: a link to it shares it, a moved project asks again', async () => {
    const [one] = await projectServers({ one: { command: 'x' } });
    await grantTrust([one!], fixture.state);
    const link = join(dirname(fixture.project), 'link');
    symlinkSync(fixture.project, link);
    const [linked] = (await readConfig(fixture.place({ cwd: link }))).servers;
    expect(linked!.file).toBe(join(link, 'mcp.json'));
    expect(await isTrusted(linked!, fixture.state)).toBe(true);
    const moved = join(dirname(fixture.project), 'moved');
    renameSync(fixture.project, moved);
    const [again] = (await readConfig(fixture.place({ cwd: moved }))).servers;
    expect(await isTrusted(again!, fixture.state)).toBe(false);
  });

  it('is stored for the user alone, without what the entry says', async () => {
    mkdirSync(fixture.state);
    chmodSync(fixture.state, 0o755);
    const [one] = await projectServers({ one: { command: 'x', env: { TOKEN: 'hush' } } });
    await grantTrust([one!], fixture.state);
    const path = join(fixture.state, 'trust.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(fixture.state).mode & 0o777).toBe(0o700);
    expect(readFileSync(path, 'utf8')).not.toContain('hush');
    expect(readdirSync(fixture.state).filter(name => name.startsWith('trust'))).toEqual(['trust.json']);
  });

  it('loses no consent that is given at the same time', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `s${index}`);
    const servers = await projectServers(Object.fromEntries(names.map(name => [name, { command: name }])));
    await Promise.all(servers.map(server => grantTrust([server], fixture.state)));
    const trusted = await Promise.all(servers.map(server => isTrusted(server, fixture.state)));
    expect(trusted).toEqual(names.map(() => true));
  });

  it.each(['', '{', '[]', '{"trusted": [1, {"file": 2}, null]}'])(
    'takes a damaged store %j for an empty one',
    async text => {
      const [one] = await projectServers({ one: { command: 'x' } });
      await grantTrust([one!], fixture.state);
      writeFileSync(join(fixture.state, 'trust.json'), text);
      expect(await isTrusted(one!, fixture.state)).toBe(false);
      await grantTrust([one!], fixture.state);
      expect(await isTrusted(one!, fixture.state)).toBe(true);
    },
  );

  it('says so when it cannot be stored', async () => {
    const [one] = await projectServers({ one: { command: 'x' } });
    writeFileSync(fixture.state, 'a file where the folder should be');
    await expect(grantTrust([one!], fixture.state)).rejects.toMatchObject({ name: 'ConfigError', kind: 'config' });
  });
});
