import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cells } from '../../../test/support/client-files.js';
import { type Fixture, makeFixture } from '../../../test/support/project-fixture.js';
import { clients } from '../files/clients.js';
import { readConfig, resolve } from '../index.js';

let fixture: Fixture;
beforeEach(() => {
  fixture = makeFixture();
});
afterEach(() => fixture.remove());

describe('the files of every client', () => {
  it.each(cells)('finds %s in the %s scope at %s', async (client, scope, path, content, more) => {
    const inFixture = (text: string) => (text.startsWith('~/') ? join(fixture.home, text.slice(2)) : text);
    const env = Object.fromEntries(Object.entries(more?.env ?? {}).map(([name, value]) => [name, inFixture(value!)]));
    const place = fixture.place({ ...more, env: { ...env, PATH: '/bin' } });
    const file = fixture.write(path.startsWith('~/') ? inFixture(path) : join(fixture.project, path), content);
    const config = await readConfig(place);
    expect(config.warnings).toEqual([]);
    expect(config.files).toEqual([{ path: file, client, scope, status: 'used', servers: ['one'] }]);
    expect(config.servers).toHaveLength(1);
    expect(config.servers[0]).toMatchObject({ name: 'one', client, scope, file, transport: 'stdio', enabled: true });
    expect(resolve(config.servers[0]!, place)).toMatchObject({
      transport: 'stdio',
      command: 'run',
      args: ['-x'],
      env: { PATH: '/bin', A: 'b' },
      cwd: fixture.project,
    });
  });

  it('has a case here for each of them', () => {
    for (const row of clients) {
      for (const file of row.projectFiles) {
        expect(
          cells.some(([client, scope, path]) => client === row.client && scope === 'project' && path === file),
        ).toBe(true);
      }
      expect(cells.some(([client, scope]) => client === row.client && scope === 'user')).toBe(true);
    }
  });

  it('reads the part of ~/.claude.json that is for this project before the rest', async () => {
    fixture.write(join(fixture.home, '.claude.json'), {
      mcpServers: { shared: { command: 'everywhere' }, other: { command: 'other' } },
      projects: {
        [fixture.project]: { mcpServers: { shared: { command: 'here' } } },
        '/elsewhere': { mcpServers: { not: { command: 'not' } } },
      },
    });
    const { servers } = await readConfig(fixture.place({ cwd: join(fixture.project, 'deep') }));
    expect(servers.map(({ name, entry }) => [name, entry.command])).toEqual([
      ['shared', 'here'],
      ['other', 'other'],
    ]);
  });
});
