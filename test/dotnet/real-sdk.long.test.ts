import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../support/engine.js';
import { openServer } from './dotnet-server.js';
import { application, real } from './real.js';

const NETWORK_MS = 10_000;
const home = temporaryFolder();
const server = await openServer({
  cli: 'real',
  // Secrets of a user are below their home.
  env: { HOME: home, CONCORD_DOTNET_NETWORK_TIMEOUT_MS: String(NETWORK_MS) },
});
const ask = (tool: string, action: string, args: Record<string, unknown> = {}) =>
  server.ask(`dotnet_${tool}`, { action, ...args });

real('the SDK tells its version, itself, its like and its runtimes', async () => {
  const answers = await Promise.all(['Version', 'Info', 'ListSdks', 'ListRuntimes'].map(action => ask('sdk', action)));
  for (const answer of answers) {
    expect(answer).toMatchObject({ success: true, exitCode: 0, output: expect.stringMatching(/\d+\.\d+\.\d+/) });
    expect(answer).not.toHaveProperty('errors');
  }
  const [version, info, sdks, runtimes] = answers.map(each => each.output!);
  expect(sdks).toContain(version!.trim());
  expect(info).toContain(version!.trim());
  expect(runtimes).toContain('Microsoft.NETCore.App');
});

real('the SDK tells of its templates, and of one that is not there', async () => {
  const { templates } = JSON.parse((await ask('sdk', 'ListTemplates', { filter: 'console' })).output!) as {
    templates: readonly { readonly shortNames: readonly string[] }[];
  };
  expect(templates.some(each => each.shortNames.includes('console'))).toBe(true);
  expect(await ask('sdk', 'TemplateInfo', { templateShortName: 'console' })).toMatchObject({ success: true });
  // The list is known by now.
  expect(await ask('project', 'New', { template: 'consol', name: 'X' })).toMatchObject({
    success: false,
    exitCode: 103,
    errors: [{ alternatives: expect.arrayContaining(['console']) }],
  });
  expect(await ask('sdk', 'TemplateInfo', { templateShortName: 'nosuchtemplate' })).toMatchObject({
    success: false,
    exitCode: 103,
  });
});

real('the SDK writes a manifest of tools where it looks for it, once', async () => {
  expect(await ask('tool', 'CreateManifest')).toMatchObject({
    success: true,
    metadata: { manifestPath: join(server.folder, '.config/dotnet-tools.json') },
  });
  const manifest = readFileSync(join(server.folder, '.config/dotnet-tools.json'), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ version: 1, tools: {} });
  expect(await ask('tool', 'CreateManifest')).toMatchObject({ success: false, exitCode: 73 });
  expect(await ask('tool', 'List')).toMatchObject({ success: true });
  expect(await ask('tool', 'Run', { toolName: 'nosuchtool' })).toMatchObject({ success: false });
});

real('the SDK explains its commands', async () => {
  expect(await server.ask('dotnet_help', { command: 'build' })).toMatchObject({
    success: true,
    output: expect.stringContaining('--configuration'),
  });
});

const search = async (port: number) => {
  const answer = await ask('package', 'Search', {
    searchTerm: 'serilog',
    source: `https://127.0.0.1:${port}/v3/index.json`,
  });
  expect(answer.success).toBe(false);
  expect(['Package', 'Capability']).toContain(answer.errors![0]!.category);
  return answer.errors![0]!;
};

real('a package source that refuses is told as such', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await search(port);
});

real('a package source that never answers is not waited for', async () => {
  const server = createServer(socket => void socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { message } = await search((server.address() as AddressInfo).port);
    expect(message).toContain(`did not answer within ${NETWORK_MS} ms`);
  } finally {
    server.close();
  }
});

real('a user secret is kept, and shown nowhere', async () => {
  const project = application(server, 'Secretive', '\n');
  const value = 'hush-"hush" #1';
  expect(await ask('dev_certs', 'SecretsList', { project })).toMatchObject({ success: false });
  expect(await ask('dev_certs', 'SecretsInit', { project })).toMatchObject({ success: true });
  const set = await server.call('dotnet_dev_certs', { action: 'SecretsSet', project, key: 'Api:Key', value });
  expect(set.envelope).toMatchObject({ success: true, metadata: { key: 'Api:Key' } });
  const list = await server.call('dotnet_dev_certs', { action: 'SecretsList', project });
  expect(list.envelope.output).toBe('Api:Key = [REDACTED]\n');
  const open = await ask('dev_certs', 'SecretsList', { project, unsafeOutput: true });
  expect(open.output).toBe(`Api:Key = ${value}\n`);
  const logs = await Promise.all(
    [set, list].map(({ message }) => {
      const { requestId } = message.result!._meta!['io.concord/outcome'] as { requestId: string };
      return server.wire.request('resources/read', { uri: `dotnet://logs/${requestId}` });
    }),
  );
  expect(logs[1]!.result!.contents).toMatchObject([{ text: expect.stringContaining('Api:Key = [REDACTED]') }]);
  const heard = server.wire.messages.filter(each => each.method !== undefined);
  const said = [set.message, list.message, ...logs, ...heard].map(each => JSON.stringify(each));
  const kept = textsBelow(server.wire.stateFolder);
  for (const text of [...said, ...server.wire.stderr, ...kept]) expect(text).not.toContain('hush');
  // It is where it belongs.
  expect(textsBelow(join(home, '.microsoft/usersecrets')).join()).toContain('hush');
  const remove = { action: 'SecretsRemove', project, key: 'Api:Key' };
  expect(await server.ask('dotnet_dev_certs', remove)).toMatchObject({ success: true });
  expect((await ask('dev_certs', 'SecretsList', { project })).output).not.toContain('Api:Key');
});

/** What every file below a folder has in it. */
function textsBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile())
    .map(path => readFileSync(path, 'utf8'));
}
