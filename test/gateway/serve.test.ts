import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bin, CommandFolder, type Document, demo, fixture, missing, run } from '../cli/mcp.js';
import { gatewayOver } from './serving.js';

const secret = 'tok-5ecre7-0123456789abcdef';

/** A value that no rule recognises by its shape. */
const hidden = 'plain words of the operator';
const leaking = {
  command: process.execPath,
  args: [fileURLToPath(new URL('../cli/leaking-server.mjs', import.meta.url))],
};

describe('mcp serve over mcp.json', () => {
  it('masks the configured values of a server in its resources, prompts and completions, as in its tools', async () => {
    const commandFolder = new CommandFolder({ leaking: { ...leaking, env: { API_TOKEN: hidden } } });
    const { ask, call, close, stderr } = await gatewayOver(commandFolder);
    const ref = { type: 'ref/prompt', name: 'told' };
    const answers = [
      await call('fails'),
      await ask('resources/read', { uri: 'leaking://told' }),
      await ask('prompts/get', { name: 'told' }),
      await ask('completion/complete', { ref, argument: { name: 'who', value: '' } }),
    ];
    for (const [at, word] of ['failed with', 'read', 'prompted', 'completed'].entries()) {
      const text = JSON.stringify(answers[at]);
      expect(text).toContain(`${word} [REDACTED]`);
      expect(text).not.toContain(hidden);
    }
    await close();
    expect(stderr()).not.toContain(hidden);
  });

  it('serves a project as the same server by its entry and by its path', async () => {
    const commandFolder = new CommandFolder({});
    const project = join(commandFolder.folder, 'project');
    commandFolder.file('project/server.d/server.meta.json', '{"name": "project"}');
    commandFolder.file('project/tools/hello/tool.sh', '#!/bin/sh\necho hello\n');
    const provider = commandFolder.file('project/providers/word.sh', '#!/bin/sh\nprintf "the word of %s" "$1"\n');
    chmodSync(join(project, 'tools/hello/tool.sh'), 0o755);
    chmodSync(provider, 0o755);
    commandFolder.write({ project: { use: 'folder', path: project } });
    const asked = async (...args: string[]) => {
      const { ask, close } = await gatewayOver(commandFolder, { args });
      const answers = [
        await ask('tools/list'),
        await ask('resources/list'),
        await ask('resources/read', { uri: 'word://anything' }),
      ];
      await close();
      return answers.map(({ result, error }) => result ?? error);
    };
    const [byPath, byEntry] = await Promise.all([asked(project), asked()]);
    expect(byPath[2]).toMatchObject({ contents: [{ uri: 'word://anything' }] });
    expect(byEntry).toEqual(byPath);
  });

  it('lists the tools of the context source in its own order, by its entry as by its name', async () => {
    const commandFolder = new CommandFolder({});
    const caches = join(commandFolder.folder, 'caches');
    mkdirSync(caches);
    commandFolder.write({ documents: { use: 'context', root: caches } });
    const listed = async (...args: string[]) => {
      const { ask, close } = await gatewayOver(commandFolder, { args });
      const { result } = await ask('tools/list');
      await close();
      return result.tools.map((tool: Document) => tool.name);
    };
    const [byName, byEntry] = await Promise.all([listed('context', '--root', caches), listed()]);
    expect(byEntry).toEqual(byName);
  });

  it('puts every server behind the contract: names, checks, filters, redaction, and one that is missing costs only itself', async () => {
    const commandFolder = new CommandFolder({
      fixture: { ...fixture({ API_TOKEN: secret }), disabledTools: ['big'] },
      demo,
      gone: missing,
    });
    const { ask, call, close, stderr } = await gatewayOver(commandFolder);
    const names = (await ask('tools/list')).result.tools.map((tool: Document) => tool.name);
    expect(names).toEqual(expect.arrayContaining(['fixture__types', 'demo__add']));
    expect(names).not.toContain('fixture__big');
    expect(await call('fixture__types', { id: 'x' })).toMatchObject({
      structuredContent: { id: 'x' },
      _meta: { 'io.concord/outcome': { ok: true, state: 'finished' } },
    });
    expect(await call('fixture__types', {})).toMatchObject({
      isError: true,
      _meta: { 'io.concord/outcome': { state: 'not_started' } },
    });
    const leaked = JSON.stringify(await call('fixture__leaks'));
    expect([leaked.includes('[REDACTED]'), leaked.includes(secret)]).toEqual([true, false]);
    await close();
    expect(stderr()).toContain("'gone' cannot be reached");
    expect(stderr()).not.toContain(secret);
  });

  it('passes updates of resources on from a server that tells of them, and announces none for one that does not', async () => {
    const desk = new CommandFolder({
      upstream: { command: process.execPath, args: [bin, 'serve', 'demo'] },
      fixture: fixture(),
    });
    const { client, ask, call, close, told } = await gatewayOver(desk, { args: ['upstream'] });
    expect(client.getServerCapabilities()).toMatchObject({ resources: { subscribe: true } });
    const [uri] = (await ask('resources/list')).result.resources.map((each: Document) => each.uri);
    expect((await ask('resources/subscribe', { uri })).result).toEqual({});
    const updated = () => told.filter(({ method }) => method === 'notifications/resources/updated');
    // The server behind is subscribed to a moment after the answer.
    const touched = async () => {
      await call('touch', { uri });
      return updated()[0];
    };
    await expect.poll(touched, { timeout: 30_000 }).toMatchObject({ params: { uri } });
    await close();

    const other = await gatewayOver(desk, { args: ['fixture'] });
    expect(other.client.getServerCapabilities()!.resources).not.toHaveProperty('subscribe');
    await other.close();
  });

  it('reaches a server again after it was lost', async () => {
    const commandFolder = new CommandFolder({});
    const log = join(commandFolder.folder, 'log');
    commandFolder.write({ fixture: fixture({ FIXTURE_LOG: log }), other: missing });
    const { ask, close } = await gatewayOver(commandFolder, { args: ['fixture'] });
    expect(JSON.stringify(await ask('tools/call', { name: 'dies', arguments: {} }))).toContain('exited with 3');
    const answers = async () => (await ask('tools/call', { name: 'bare', arguments: {} })).result !== undefined;
    await expect.poll(answers).toBe(true);
    expect(readFileSync(log, 'utf8').match(/^start$/gm)).toHaveLength(2);
    await close();
  });

  it('refuses to start with nothing to serve, and says what there is', async () => {
    const commandFolder = new CommandFolder({ gone: missing });
    const [none, gone, near] = await Promise.all([
      run(['serve'], commandFolder.folder),
      commandFolder.run(['serve', 'gone']),
      commandFolder.run(['serve', 'dmo']),
    ]);
    expect(none).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('No server is configured') });
    expect(gone).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('cannot start') });
    expect(near).toMatchObject({ code: 1, stderr: expect.stringContaining("Did you mean 'demo'?") });
  });
});
