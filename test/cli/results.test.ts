import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateEnvelopeV1, validateErrorResponse, validateErrorV0, validateSuccessResult } from '@concord/contract';
import { describe, expect, it } from 'vitest';
import {
  bin,
  CommandFolder,
  demo,
  everything,
  files,
  fixture,
  hasPeers,
  hasTerminal,
  homeIn,
  memory,
  missing,
  onTerminal,
  start,
} from './mcp.js';

const commandFolder = new CommandFolder({ fixture: fixture(), demo, gone: missing });
const mode = (path: string) => statSync(path).mode & 0o777;

describe('a large result', () => {
  it('is cut to what may be printed, and all of it is in a private file', async () => {
    const [json, text, small] = await Promise.all([
      commandFolder.json('call', 'fixture/big', '--max-bytes', '10k'),
      commandFolder.run(['call', 'fixture/big'], { env: { MCP_MAX_BYTES: '10k' } }),
      commandFolder.run(['call', 'fixture/bare', '--max-bytes', '10k']),
    ]);
    const { spill, result } = json.document;
    expect(Buffer.byteLength(JSON.stringify(json.document))).toBeLessThan(12_000);
    expect(result.content[0].text).toMatch(
      /^0123456789abcdef\n[\s\S]*\n\[\d+ bytes omitted\]\n[\s\S]*0123456789abcdef\n$/,
    );
    const whole = readFileSync(spill.path);
    expect([whole.length, createHash('sha256').update(whole).digest('hex'), mode(spill.path)]).toEqual([
      spill.bytes,
      spill.sha256,
      0o600,
    ]);
    expect(JSON.parse(whole.toString()).result.content[0].text).toHaveLength(1_048_577);
    expect(Buffer.byteLength(text.stdout)).toBeLessThan(12_000);
    const [path] = /\/\S+\.txt/.exec(text.stderr) ?? [''];
    expect(statSync(path).size).toBe(1_048_577);
    expect(small).toMatchObject({ stdout: 'bare\n', stderr: '' });
  });

  it('is redacted in its file too, which is kept for a day', async () => {
    const own = new CommandFolder({ fixture: fixture({ API_TOKEN: 'tok-0123456789abcdef-xyz' }) });
    const folder = join(own.folder, 'state/mcp/spill');
    const first = await own.json('call', 'fixture/leaks', '--max-bytes', '300');
    expect(readFileSync(first.document.spill.path, 'utf8')).toContain('[REDACTED]');
    expect(readFileSync(first.document.spill.path, 'utf8')).not.toContain('tok-0123');
    const old = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(first.document.spill.path, old, old);
    const second = await own.json('call', 'fixture/leaks', '--max-bytes', '300');
    expect(readdirSync(folder)).toEqual([second.document.spill.path.split('/').pop()]);
    expect(mode(folder)).toBe(0o700);
  });

  it('is shown although no file can be written, and a given path that cannot be written is reported', async () => {
    const nowhere = { env: { XDG_STATE_HOME: commandFolder.file('no-folder', '') } };
    const [cut, blob, saved, output] = await Promise.all([
      commandFolder.run(['call', 'fixture/big', '--max-bytes', '10k', '--json'], nowhere),
      commandFolder.run(['call', 'fixture/blob'], nowhere),
      commandFolder.json('call', 'fixture/blob', '--save', 'no-folder'),
      commandFolder.json('call', 'fixture/bare', '-o', 'no-folder/x'),
    ]);
    expect([cut.code, cut.stderr]).toEqual([0, expect.stringContaining('cannot be kept in')]);
    expect(JSON.parse(cut.stdout)).not.toHaveProperty('spill');
    expect([blob.code, blob.stdout]).toEqual([0, expect.stringContaining('a link <x://link>')]);
    for (const { code, document } of [saved, output])
      expect([code, document.error]).toMatchObject([
        1,
        { kind: 'usage', message: expect.stringMatching(/has answered, but .*no-folder/) },
      ]);
  });

  it('of 20 MB arrives whole, in text and JSON, also where the reader sleeps first', async () => {
    const json = commandFolder.run(['call', 'fixture/megabytes', '--json', '--compact']);
    const { child, ended } = start(
      ['call', 'fixture/megabytes', '--config', commandFolder.config],
      commandFolder.folder,
    );
    child.stdout.pause();
    setTimeout(() => child.stdout.resume(), 1_500);
    expect((await ended).stdout.length).toBe(20_000_001);
    expect(JSON.parse((await json).stdout).result.content[0].text).toHaveLength(20_000_000);
  });

  it('may follow from large arguments', async () => {
    const args = JSON.stringify({ id: 'x'.repeat(1_000_000) });
    expect((await commandFolder.run(['call', 'fixture/types', '-'], { stdin: args })).stdout.length).toBe(
      args.length + 1,
    );
  });

  it('that is not what its tool promised is printed with a warning', async () => {
    const { code, stdout, stderr } = await commandFolder.run(['call', 'fixture/misfits']);
    expect([code, stdout, stderr]).toEqual([0, 'odd\n', expect.stringContaining('/sum: must be number')]);
  });
});

describe('data', () => {
  it('in text goes to private files named by what they hold, in JSON it stays unless it is saved', async () => {
    const [text, saved, kept] = await Promise.all([
      commandFolder.run(['call', 'fixture/blob']),
      commandFolder.json('call', 'fixture/blob', '--save', 'out'),
      commandFolder.json('call', 'fixture/blob'),
    ]);
    const lines = text.stdout.split('\n');
    expect(lines[0]).toMatch(/^\.\.\/\.\.\/evil, 5 bytes: \/.*\/spill\/[0-9a-f]{32}\.bin$/);
    expect(lines[1]).toMatch(/^application\/pdf, 4 bytes: \/.*\.pdf$/);
    expect(lines[2]).toBe('a link <x://link>');
    expect(saved.document.files).toMatchObject([
      { pointer: '/result/content/0/data', bytes: 5 },
      { pointer: '/result/content/1/resource/blob', mime_type: 'application/pdf' },
    ]);
    expect(saved.document.result.content[0]).not.toHaveProperty('data');
    for (const { path } of saved.document.files) {
      expect(path.startsWith(join(commandFolder.folder, 'out/'))).toBe(true);
      expect(mode(path)).toBe(0o600);
    }
    expect(kept.document.result.content[0].data).toBe(Buffer.from('sound').toString('base64'));
    expect(kept.document).not.toHaveProperty('files');
  });

  it('of a resource goes as it is into a pipe or a file, and on a terminal to a path', async () => {
    const args = ['read', 'fixture', 'fixture://bytes', '--config', commandFolder.config];
    const bytes = execFileSync(process.execPath, [bin, ...args], {
      env: homeIn(commandFolder.folder),
      cwd: commandFolder.folder,
    });
    expect(bytes).toEqual(Buffer.from([0, 255, 10, 13, 0]));
    expect(await commandFolder.run(['read', 'fixture/fixture://bytes', '-o', 'bytes.png'])).toMatchObject({
      code: 0,
      stdout: '',
    });
    expect(readFileSync(join(commandFolder.folder, 'bytes.png'))).toEqual(bytes);
    const { document } = await commandFolder.json('read', 'fixture', 'fixture://bytes');
    expect(Object.keys(document)).toEqual(['server', 'uri', 'status', 'result', 'metadata']);
    if (!hasTerminal) return;
    const { stdout } = await onTerminal(args, commandFolder.folder);
    const [path] = /\/\S+\.png/.exec(stdout) ?? [''];
    expect(readFileSync(path)).toEqual(bytes);
  });

  it.skipIf(!hasPeers)('of a server from npm is a picture', async () => {
    const own = new CommandFolder({ everything });
    const [text, json, file] = await Promise.all([
      own.run(['call', 'everything/get-tiny-image']),
      own.json('call', 'everything/get-tiny-image'),
      own.run(['call', 'everything/get-tiny-image', '-o', 'all.txt']),
    ]);
    const [path] = /\/\S+\.png/.exec(text.stdout) ?? [''];
    const picture = readFileSync(path);
    expect(picture.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
    expect(Buffer.from(json.document.result.content[1].data, 'base64')).toEqual(picture);
    expect([file.code, file.stdout, own.read('all.txt')]).toEqual([0, '', expect.stringContaining('The image above')]);
  });
});

describe('a dialect', () => {
  const checks = {
    'contract-v1': [validateSuccessResult, validateErrorResponse],
    'error-v0': [() => true, validateErrorV0],
    'envelope-v1': [validateEnvelopeV1, validateEnvelopeV1],
  } as const;

  it.each(Object.entries(checks))(
    '%s writes every success and failure with the same exit codes',
    async (dialect, [success, failure]) => {
      const [good, failed, gone, unknown, usage] = await Promise.all(
        [
          ['call', 'fixture/types', 'id=x'],
          ['call', 'fixture/fails'],
          ['call', 'gone/x'],
          ['info', 'nobody'],
          ['list', '--nope'],
        ].map(args => commandFolder.quick([...args, '--dialect', dialect])),
      );
      expect([good, failed, gone, unknown, usage].map(each => each!.code)).toEqual([0, 2, 3, 1, 1]);
      expect(success(JSON.parse(good!.stdout))).toBe(true);
      for (const each of [failed, gone, unknown, usage])
        expect(failure(JSON.parse(each!.stdout)), each!.stdout).toBe(true);
      if (dialect === 'envelope-v1')
        expect(JSON.parse(good!.stdout)).toMatchObject({ tier: 'community', tool_version: '4.5.6', tool_id: 'types' });
    },
  );

  it('cli is --json by another name', async () => {
    const { code, stdout } = await commandFolder.run(['list', 'nobody', '--dialect', 'cli']);
    expect([code, JSON.parse(stdout).error.kind]).toEqual([1, 'unknown_server']);
  });
});

describe('resources and prompts', () => {
  it.skipIf(!hasPeers)('of servers from npm are listed and read', async () => {
    const own = new CommandFolder({ everything, files: files('.'), memory });
    const [resources, prompts, text, prompt, wrong] = await Promise.all([
      own.json('resources'),
      own.json('prompts'),
      own.run(['read', 'everything', 'demo://resource/static/document/features.md']),
      own.json('prompt', 'everything/args-prompt', 'city=Oslo'),
      own.json('prompt', 'everything/args-prompt', 'town=Oslo'),
    ]);
    expect(resources.document).toMatchObject({
      connected_servers: 3,
      servers: [{ resource_count: 7 }, { resources: [], error: null }, {}],
    });
    expect(prompts.document.servers[0].prompts[1]).toMatchObject({
      name: 'args-prompt',
      arguments: [
        { name: 'city', required: true },
        { name: 'state', required: false },
      ],
    });
    expect(text.stdout).toMatch(/^#/);
    expect(prompt.document.result.messages[0].content.text).toContain('Oslo');
    expect([wrong.code, wrong.document.error.problems.map((each: { pointer: string }) => each.pointer)]).toEqual([
      1,
      ['/city', '/town'],
    ]);
  });

  it('of our own are too', async () => {
    const [text, prompt, absent, unknown] = await Promise.all([
      commandFolder.run(['read', 'demo', 'demo://readme']),
      commandFolder.run(['prompt', 'demo/review', '--language', 'go']),
      commandFolder.json('read', 'demo', 'demo://nope'),
      commandFolder.json('prompt', 'demo/revew'),
    ]);
    expect([text.stdout, prompt.stdout]).toEqual([
      expect.stringContaining('Concord'),
      expect.stringMatching(/^user: Please review this go code/),
    ]);
    expect([absent.code, absent.document.uri, absent.document.error.kind]).toEqual([2, 'demo://nope', 'not_found']);
    expect([unknown.code, unknown.document.error.hint]).toEqual([2, "Did you mean 'review'?"]);
  });
});

describe('the record of calls', () => {
  it('has each call with kind and duration, and none of its contents', async () => {
    const own = new CommandFolder({ demo });
    writeFileSync(join(own.folder, 'x'), '');
    await own.run(['call', 'demo/echo', 'message=remember-me-not']);
    await own.run(['call', 'demo/fail_io']);
    const [all, failed, text] = await Promise.all([
      own.json('calls'),
      own.json('calls', '--failed'),
      own.run(['calls']),
    ]);
    expect(all.document.calls).toMatchObject([
      { server: 'demo', tool: 'fail_io', status: 'error', kinds: ['io'] },
      { tool: 'echo', status: 'success', kinds: [] },
    ]);
    expect(failed.document.calls).toHaveLength(1);
    expect(text.stdout).toMatch(/demo\/fail_io .* ms {2}io/);
    expect(JSON.stringify(all.document)).not.toContain('remember-me-not');
  });
});
