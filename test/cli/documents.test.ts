import { createInterface } from 'node:readline';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { AuthorizationServer } from '../../packages/client/test/support/authorization-server.js';
import { projectOf, shellTool } from '../folder/project.js';
import { runInProcess } from './in-process.js';
import { asJson, CommandFolder, demo, fixture, missing, type Ran, start } from './mcp.js';

// A server may be shared by those who call it at the same time, and so may its end.
const commandFolder = new CommandFolder({
  fixture: fixture(),
  mortal: fixture({ NAME: 'mortal' }),
  demo,
  gone: missing,
});
const all = ['--config', commandFolder.config];
const project = projectOf(shellTool('hello', 'echo hi'));
const there = ['--project-root', project];

/** Every command: a line that succeeds, and lines that fail. */
const lines: readonly (readonly [good: readonly string[], ...bad: readonly (readonly string[])[]])[] = [
  [
    ['list', ...all],
    ['list', 'nobody', ...all],
    ['list', '--nope'],
  ],
  [
    ['list', '--full', ...all],
    ['list', '--config', '/nowhere'],
  ],
  [
    ['info', 'fixture/types', ...all],
    ['info', 'fixture/nothing', ...all],
    ['info', 'gone/x', ...all],
  ],
  [
    ['info', 'fixture', '--full', ...all],
    ['info', ...all],
  ],
  [
    ['call', 'fixture/types', 'id=x', ...all],
    ['call', 'fixture/types', ...all],
    ['call', 'fixture/fails', ...all],
    ['call', 'gone/x', ...all],
  ],
  [
    ['call', 'fixture/types', 'id=x', '--dry-run', ...all],
    ['call', 'fixture/refuses', '--full', ...all],
  ],
  [
    ['call', 'fixture/big', '--max-bytes', '2k', '--full', ...all],
    ['call', 'fixture/fails', '--max-bytes', '100', ...all],
  ],
  [
    ['call', 'fixture/blob', '--save', 'saved', ...all],
    ['call', 'mortal/dies', ...all],
  ],
  [
    ['search', 'add', '--full', ...all],
    ['search', ...all],
  ],
  [
    ['resources', ...all],
    ['resources', 'nobody', ...all],
  ],
  [
    ['read', 'demo', 'demo://readme', ...all],
    ['read', 'demo', 'demo://nope', ...all],
  ],
  [
    ['prompts', ...all],
    ['prompts', 'nobody', ...all],
  ],
  [
    ['prompt', 'demo/review', 'language=go', ...all],
    ['prompt', 'demo/review', ...all],
    ['prompt', 'demo/nope', ...all],
  ],
  [
    ['config', 'show', ...all],
    ['config', 'show', 'nobody', ...all],
  ],
  [
    ['config', 'import'],
    ['config', 'import', 'nobody'],
  ],
  [
    ['config', 'trust', 'fixture', ...all],
    ['config', 'trust', ...all],
  ],
  [
    ['config', 'distrust', '--all', ...all],
    ['config', 'distrust', 'nobody', ...all],
  ],
  [
    ['config', 'client', ...there],
    ['config', 'client', 'nobody'],
  ],
  [
    ['config', 'client', '--wrapper', ...there],
    ['config', 'client', '--wrapper', '--inspector'],
  ],
  [
    ['init', 'made'],
    ['init', 'one', 'two'],
    ['init', '--name', '..'],
  ],
  [
    ['new', 'tool', 'greet', ...there],
    ['new', 'tool', 'a b'],
    ['new', 'tool', 'greet', '--project-root', '/nowhere'],
  ],
  [
    ['validate', '--explain-defaults', ...there],
    ['validate', '/nowhere'],
  ],
  [
    ['scan', '.', '--fail-on', 'never'],
    ['scan', '--nope'],
  ],
  [
    ['doctor', ...there],
    ['doctor', '--nope'],
  ],
  [['run-tool', 'hello', ...there], ['run-tool', 'hello', '--args', '{', ...there], ['run-tool']],
  [
    ['run-tool', 'hello', '--print-env', ...there],
    ['run-tool', 'hello', '--roots', '/nowhere', ...there],
  ],
  [
    ['registry', 'refresh', '--no-write', ...there],
    ['registry', 'sleep'],
  ],
  [
    ['registry', 'status', ...there],
    ['registry', 'status', '/nowhere'],
  ],
  [['health', ...there], ['bundle']],
  [
    ['daemon', 'status'],
    ['daemon', 'sleep'],
  ],
  [['daemon', 'stop'], ['daemon']],
  [['calls'], ['calls', '--limit', 'x']],
  [['schema'], ['schema', 'nothing']],
  [
    ['schema', 'config'],
    ['schema', '--nope'],
  ],
  [['completion', 'zsh'], ['completion']],
  [['agent-help'], ['agent-help', '--nope']],
  [
    ['help', 'call'],
    ['help', 'nobody'],
  ],
];

type Check = (document: unknown) => boolean;
const checks = new Map<string, Promise<Check>>();
let commands: Promise<readonly string[]> | undefined;

/** What `mcp schema` publishes for the command of a line; a word that is no command has the error object alone. */
async function published([verb = '', action = '']: readonly string[]): Promise<Check> {
  commands ??= printed('schema', '--json') as Promise<readonly string[]>;
  const names = await commands;
  const name = [`${verb} ${action}`, verb, 'help'].find(each =>
    names.some(known => `${known} `.startsWith(`${each} `)),
  )!;
  const compile = async () =>
    new Ajv2020({ strict: false }).compile((await printed('schema', ...name.split(' '))) as object);
  const check = checks.get(name) ?? compile();
  checks.set(name, check);
  return check;
}

const printed = async (...args: string[]): Promise<unknown> =>
  JSON.parse((await runInProcess(args, commandFolder.folder)).stdout);

async function expectSuccess(ran: Ran, args: readonly string[]): Promise<void> {
  const { code, document } = asJson(ran, args);
  expect(code).toBe(0);
  if (!Array.isArray(document)) expect(document).not.toMatchObject({ status: 'error' });
  const fits = await published(args);
  expect(fits(document), JSON.stringify(document)).toBe(true);
  if (Array.isArray(document) || args.includes('schema') || args.includes('import')) return;
  // One of its keys at least has to be there.
  const without = Object.keys(document).map(key => ({ ...document, [key]: undefined }));
  expect(without.map(each => fits(JSON.parse(JSON.stringify(each))))).toContain(false);
}

async function expectFailure(ran: Ran, args: readonly string[]): Promise<void> {
  const { code, document } = asJson(ran, args);
  expect(code).not.toBe(0);
  expect(document).toMatchObject({
    status: 'error',
    error: { kind: expect.any(String), retryable: expect.any(Boolean) },
    metadata: { timestamp: expect.any(String) },
  });
  const fits = await published(args);
  expect(fits(document), JSON.stringify(document)).toBe(true);
  const { error: _, ...without } = document;
  expect(fits(without)).toBe(false);
}

describe('the document of', () => {
  it.each(lines)('%j, and of its failures, fits what is published', async (good, ...bad) => {
    const [succeeded, ...failed] = await Promise.all(
      [good, ...bad].map(args => runInProcess([...args, '--json'], commandFolder.folder)),
    );
    await expectSuccess(succeeded!, good);
    for (const [index, ran] of failed.entries()) await expectFailure(ran, bad[index]!);
    // In words there is no ESC byte of ours either where nobody has a terminal.
    for (const args of [good, bad[0]!]) {
      const { stdout, stderr } = await runInProcess(args, commandFolder.folder);
      expect(stdout + stderr).not.toContain('\u001b');
    }
  });

  it('login and logout, and of their failures, fits what is published', async () => {
    const server = await AuthorizationServer.start();
    try {
      const own = new CommandFolder({ guarded: { url: server.mcpUrl }, demo });
      const there = ['--json', '--config', own.config];
      const login = start(['login', 'guarded', '--no-browser', ...there], own.folder, { stdin: 'open' });
      createInterface({ input: login.child.stderr }).on('line', async line => {
        const [, page] = /^ {2}(http\S+)$/.exec(line) ?? [];
        // The page leads back to the command, as it would in a browser.
        if (page !== undefined) await fetch(page);
      });
      await expectSuccess(await login.ended, ['login']);
      await expectSuccess(await own.quick(['logout', 'guarded', '--json']), ['logout']);
      await expectSuccess(await own.quick(['logout', 'guarded', '--json']), ['logout']);
      const hurried = start(['login', 'guarded', '--no-browser', '--timeout', '300', ...there], own.folder);
      await expectFailure(await hurried.ended, ['login']);
      server.behaviour.metadata = { token_endpoint: 'http://tokens.example.com/token' };
      const refused = start(['login', 'guarded', '--no-browser', '--timeout', '5s', ...there], own.folder);
      await expectFailure(await refused.ended, ['login']);
      for (const args of [['login', 'demo'], ['login'], ['logout', 'demo'], ['logout', 'nobody']])
        await expectFailure(await own.quick([...args, '--json']), args);
    } finally {
      server.close();
    }
  });
});
