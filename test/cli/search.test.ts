import { describe, expect, it } from 'vitest';
import { CommandFolder, type Document, demo, everything, files, fixture, hasPeers, missing } from './mcp.js';

const commandFolder = new CommandFolder({ fixture: fixture(), gone: missing, demo });
const names = ({ matches }: Document) =>
  matches.map((each: { server: string; tool: string }) => `${each.server}/${each.tool}`);

describe('mcp search', () => {
  it('finds by name and description, and names the servers that could not be asked', async () => {
    const { code, document } = await commandFolder.json('search', 'add');
    expect(code).toBe(0);
    expect(Object.keys(document)).toEqual(['pattern', 'total_matches', 'matches', 'failed_servers', 'failures']);
    expect(document).toMatchObject({
      pattern: 'add',
      failed_servers: ['gone'],
      failures: [{ server: 'gone', kind: 'spawn_failed' }],
    });
    expect(names(document)[0]).toBe('demo/add');
  });

  it('takes globs on names and on servers, in any case', async () => {
    const [glob, whole, upper, bracket] = await Promise.all(
      ['fail_*', 'fixture/*', 'FAIL_I[ON]*', '?dd'].map(pattern => commandFolder.json('search', pattern)),
    );
    expect(names(glob!.document).every((name: string) => name.startsWith('demo/fail_'))).toBe(true);
    expect(whole!.document.total_matches).toBe(15);
    expect(names(upper!.document)).toEqual([
      'demo/fail_internal',
      'demo/fail_invalid_params',
      'demo/fail_invalid_path',
      'demo/fail_io',
    ]);
    expect(names(bracket!.document)).toEqual(['demo/add']);
  });

  it('finds tools with every word, in any order, and puts the exact name first', async () => {
    const [both, exact, limited, nothing] = await Promise.all([
      commandFolder.json('search', 'numbers', 'two'),
      commandFolder.json('search', 'echo'),
      commandFolder.json('search', 'fail', '--limit', '2', '--full'),
      commandFolder.json('search', 'nothing like it'),
    ]);
    expect(names(both.document)).toEqual(['demo/add']);
    expect(names(exact.document)[0]).toBe('demo/echo');
    expect(limited.document.matches).toHaveLength(2);
    expect(limited.document.total_matches).toBeGreaterThan(10);
    for (const match of limited.document.matches)
      expect(Object.keys(match).filter(key => key !== 'description' && key !== 'annotations')).toEqual([
        'server',
        'tool',
        'signature',
        'input_schema',
      ]);
    expect(Object.keys(exact.document.matches[0])).toEqual(['server', 'tool', 'description']);
    expect(nothing).toMatchObject({ code: 0, document: { total_matches: 0, matches: [] } });
  });

  it('searches the fields that --in names', async () => {
    const [parameters, name, wrong] = await Promise.all([
      commandFolder.json('search', 'anything', '--in', 'parameters'),
      commandFolder.json('search', 'anything', '--in', 'name'),
      commandFolder.json('search', 'x', '--in', 'nowhere'),
    ]);
    expect(names(parameters.document)).toEqual(['fixture/types']);
    expect(name.document.total_matches).toBe(0);
    expect([wrong.code, wrong.document.error.kind]).toEqual([1, 'usage']);
  });

  it('takes expressions, and stops one that does not end', async () => {
    const [found, broken] = await Promise.all([
      commandFolder.json('search', '-E', '^fail_(io|internal)$', '--in', 'name'),
      commandFolder.json('search', '-E', '(', '--timeout', '20s'),
    ]);
    // Without the stop it takes years.
    const endless = await commandFolder.json('search', '-E', '(a+)+$');
    expect(names(found.document)).toEqual(['demo/fail_internal', 'demo/fail_io']);
    expect([endless.code, endless.document.error.kind]).toEqual([1, 'usage']);
    expect([broken.code, broken.document.error.kind]).toEqual([1, 'usage']);
  });

  it('says in text how many there are', async () => {
    const { stdout } = await commandFolder.run(['search', 'echo']);
    expect(stdout).toMatch(/^demo\/echo\(message:str\) {3}Gives back/);
    expect(stdout).toMatch(/\n\d+ match(es)? in 3 servers, 1 failed: gone\n$/);
  });

  it.skipIf(!hasPeers)('finds in servers from npm', async () => {
    const { document } = await new CommandFolder({ everything, files: files('.') }).json('search', 'file');
    expect(document.failed_servers).toEqual([]);
    expect(Object.keys(document)).toEqual(['pattern', 'total_matches', 'matches', 'failed_servers']);
    expect(names(document)).toEqual(expect.arrayContaining(['files/read_text_file', 'files/write_file']));
  });
});
