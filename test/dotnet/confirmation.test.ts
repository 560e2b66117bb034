import { describe, expect, it } from 'vitest';
import { modernMeta } from '../server/wire.js';
import { type Answer, type DotnetServer, openDotnet, toAnswer } from './dotnet-fixture.js';

const asking = await openDotnet({ capabilities: { elicitation: {} } });
const plain = await openDotnet();
const modern = await openDotnet({ era: 'modern' });

/** The actions that destroy something, and what of it the question has to name. */
const destructive: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
  ['dotnet_project', { action: 'Clean', project: 'App.csproj' }, /build output of App\.csproj/],
  ['dotnet_package', { action: 'ClearCache', cacheType: 'temp' }, /NuGet cache 'temp'/],
  ['dotnet_solution', { action: 'Remove', solution: 'S.sln', projects: ['A.csproj'] }, /A\.csproj.*S\.sln|S\.sln/],
  ['dotnet_ef', { action: 'DatabaseDrop', force: true, project: 'App.csproj' }, /database.*App\.csproj/],
  ['dotnet_workload', { action: 'Uninstall', workloadIds: ['wasm-tools'] }, /wasm-tools/],
  ['dotnet_tool', { action: 'Uninstall', packageId: 'dotnet-ef', global: true }, /dotnet-ef/],
  ['dotnet_sdk', { action: 'UninstallTemplatePack', templatePackage: 'My.Templates' }, /My\.Templates/],
  ['dotnet_dev_certs', { action: 'CertificateClean' }, /certificates/],
  ['dotnet_dev_certs', { action: 'SecretsClear', project: 'App.csproj' }, /secrets.*App\.csproj/],
];

const questionsOf = ({ wire }: DotnetServer) => wire.messages.filter(each => each.method === 'elicitation/create');

/** Makes every destructive call at once, each in a scripted folder of its own, and answers the questions in the same way. */
async function answered(reply: object, more: Record<string, unknown> = {}) {
  const seen = questionsOf(asking).length;
  const scriptedFolders = destructive.map(() => asking.scripted({ stdout: 'gone\n' }));
  const calls = destructive.map(([tool, args], at) =>
    scriptedFolders[at]!.call(tool, { ...args, lockWaitMs: 60_000, machineReadable: true, ...more }),
  );
  for (let at = seen; at < seen + destructive.length; at += 1) {
    await asking.wire.eventually(() => questionsOf(asking).length > at, 'a question');
    asking.wire.send({ jsonrpc: '2.0', id: questionsOf(asking)[at]!.id, result: reply });
  }
  const answers = await Promise.all(calls);
  return {
    answers,
    started: scriptedFolders.flatMap(each => each.started()),
    questions: questionsOf(asking).slice(seen),
  };
}

const cancelled = {
  success: false,
  errors: [
    {
      code: 'OPERATION_CANCELLED',
      message: 'The operation was cancelled by the user',
      category: 'Cancellation',
      hint: 'The command was terminated before completion',
      rawOutput: '',
      mcpErrorCode: -32603,
      data: { exitCode: -1 },
    },
  ],
  exitCode: -1,
};

describe('an action that destroys something', () => {
  it('is every one that says so in its schema', async () => {
    const { result } = await plain.wire.request('tools/list');
    const known = result!.tools!.flatMap(tool => {
      const actions =
        (tool._meta as Record<string, Record<string, { optional: string[] }>> | undefined)?.['io.concord/actions'] ??
        {};
      return Object.entries(actions).flatMap(([name, { optional }]) =>
        optional.includes('confirmed') ? [`${tool.name}.${name}`] : [],
      );
    });
    expect(known.sort()).toEqual(destructive.map(([tool, { action }]) => `${tool}.${action}`).sort());
  });

  it.each([
    ['declined', { action: 'decline' }],
    ['cancelled', { action: 'cancel' }],
    ['accepted with a no', { action: 'accept', content: { confirmed: false } }],
    ['accepted with nothing', { action: 'accept', content: {} }],
  ])('is not begun when it is %s', async (_, reply) => {
    const { answers, started } = await answered(reply);
    expect(started).toEqual([]);
    for (const { envelope } of answers) expect(envelope).toEqual(cancelled);
    const states = answers.map(({ message }: Answer) => message.result!._meta!['io.concord/outcome']);
    for (const state of states)
      expect(state).toMatchObject({ state: 'not_started', problems: [{ kind: 'cancelled' }] });
  });

  it.each([
    ['declined', { action: 'decline' }, false],
    ['accepted', { action: 'accept', content: { confirmed: true } }, true],
  ])('is asked about in the modern era too: %s', async (_, reply, isDone) => {
    const scripted = modern.scripted({ stdout: 'gone\n' });
    const call = {
      name: 'dotnet_project',
      arguments: { action: 'Clean', workingDirectory: scripted.folder },
      _meta: { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } },
    };
    const { result: question } = await modern.wire.request('tools/call', call);
    expect(question).toMatchObject({
      resultType: 'input_required',
      inputRequests: { confirmation: { method: 'elicitation/create' } },
    });
    expect(scripted.started()).toEqual([]);
    const { requestState } = question as { requestState?: string };
    const { envelope } = toAnswer(
      await modern.wire.request('tools/call', {
        ...call,
        inputResponses: { confirmation: reply },
        ...(requestState !== undefined && { requestState }),
      }),
    );
    expect(scripted.started()).toHaveLength(isDone ? 1 : 0);
    expect(envelope).toMatchObject(isDone ? { success: true, output: 'gone\n' } : cancelled);
  });

  it('is done when it is accepted, and the question says what is lost', async () => {
    const { answers, started, questions } = await answered({ action: 'accept', content: { confirmed: true } });
    expect(started).toHaveLength(destructive.length);
    for (const { envelope } of answers) expect(envelope).toMatchObject({ success: true, output: 'gone\n' });
    const asked = questions.map(each => each.params as { message: string; requestedSchema: object });
    for (const [, , names] of destructive) expect(asked.filter(each => names.test(each.message))).not.toEqual([]);
    for (const { requestedSchema } of asked)
      expect(requestedSchema).toMatchObject({
        type: 'object',
        properties: { confirmed: { type: 'boolean' } },
        required: ['confirmed'],
      });
  });

  it('is not asked about when the caller has confirmed it, or when nothing is lost', async () => {
    const before = questionsOf(asking).length;
    const scriptedFolders = destructive.map(() => asking.scripted());
    const answers = await Promise.all([
      ...destructive.map(([tool, args], at) =>
        scriptedFolders[at]!.ask(tool, { ...args, confirmed: true, lockWaitMs: 60_000 }),
      ),
      asking.scripted().ask('dotnet_ef', { action: 'DatabaseDrop', dryRun: true, lockWaitMs: 60_000 }),
      asking.scripted().ask('dotnet_project', { action: 'Build', lockWaitMs: 60_000 }),
    ]);
    expect(answers.map(each => each.success)).toEqual(answers.map(() => true));
    expect(questionsOf(asking)).toHaveLength(before);
  });

  it('goes on with a client that cannot be asked', async () => {
    const answers = await Promise.all(
      destructive.map(([tool, args]) => plain.scripted().ask(tool, { ...args, lockWaitMs: 60_000 })),
    );
    expect(answers.map(each => each.success)).toEqual(answers.map(() => true));
    expect(questionsOf(plain)).toEqual([]);
  });
});

/** What was told of a call by the way, under its token. */
const progressOf = ({ wire }: DotnetServer, token: string) =>
  wire
    .noticesOf('notifications/progress')
    .map(each => each.params as { progressToken: string; progress: number; total?: number; message?: string })
    .filter(each => each.progressToken === token);

describe('progress', () => {
  it.concurrent('is reported only with a token, rises, and ends at the total', async () => {
    const names = ['A', 'B', 'C'];
    const outputs = names.map(name => `  ${name} -> /p/bin/${name}.dll\n`).join('');
    for (const [token, exitCode] of [
      ['fine', 0],
      ['failed', 1],
    ] as const) {
      const scripted = plain.scripted({ stdout: outputs, exitCode });
      scripted.write(
        'S.slnx',
        `<Solution>${names.map(name => `<Project Path="${name}.csproj" />`).join('')}</Solution>`,
      );
      for (const name of names) scripted.write(`${name}.csproj`, '<Project Sdk="Microsoft.NET.Sdk" />');
      await scripted.call(
        'dotnet_project',
        { action: 'Build', project: 'S.slnx' },
        { _meta: { progressToken: token } },
      );
      const told = progressOf(plain, token);
      expect(told[0]).toMatchObject({ progress: 0, total: 3, message: 'Building S.slnx' });
      expect(told.at(-1)).toMatchObject({ progress: 3, total: 3 });
      const values = told.map(each => each.progress);
      expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    }
  });

  it.concurrent('is reported from the beginning to the end of a change', async () => {
    await plain
      .scripted()
      .call('dotnet_package', { action: 'Add', packageId: 'P' }, { _meta: { progressToken: 'add' } });
    const told = progressOf(plain, 'add');
    expect(told[0]!.progress).toBe(0);
    expect(told.at(-1)!.progress).toBe(told.at(-1)!.total);
  });

  it('is not told to those who did not ask', async () => {
    await asking
      .scripted({ stdout: '  A -> /p/A.dll\n' })
      .call('dotnet_project', { action: 'Build', lockWaitMs: 60_000 });
    expect(asking.wire.noticesOf('notifications/progress')).toEqual([]);
  });
});

describe('log notifications', () => {
  it('come before the CLI starts, and tell the exit code at the end, without the value of an argument', async () => {
    const dotnetServer = await openDotnet({ env: { CONCORD_DOTNET_MAX_PROCESSES: '1' } });
    await dotnetServer.wire.request('logging/setLevel', { level: 'info' });
    const scripted = dotnetServer.scripted(
      { argv: ['build'], waitForFile: 'go' },
      { argv: ['restore'], exitCode: 4, stderr: 'no\n' },
    );
    const building = scripted.ask('dotnet_project', { action: 'Build', project: 'Other.csproj' });
    await scripted.untilStarted();
    const restoring = scripted.ask('dotnet_project', {
      action: 'Restore',
      project: 'App.csproj',
      source: 'a-secret-place',
    });
    const said = () =>
      dotnetServer.wire
        .noticesOf('notifications/message')
        .map(each => each.params as { level: string; logger: string; data: unknown });
    await dotnetServer.wire.eventually(
      () => said().some(each => String(each.data).includes('App.csproj')),
      'a sentence',
    );
    expect(scripted.started().map(each => each.argv[0])).toEqual(['build']);
    expect(said()).toContainEqual({ level: 'info', logger: 'dotnet', data: 'Restoring App.csproj' });
    scripted.write('go', '');
    await Promise.all([building, restoring]);
    expect(said().map(each => each.data)).toContain('Restoring App.csproj ended with exit code 4');
    expect(JSON.stringify(said())).not.toContain('a-secret-place');
  });

  it('are not sent to a client with a higher log level', async () => {
    const dotnetServer = await openDotnet();
    await dotnetServer.wire.request('logging/setLevel', { level: 'error' });
    await dotnetServer.scripted().ask('dotnet_project', { action: 'Build', unsafeOutput: true });
    expect(dotnetServer.wire.noticesOf('notifications/message')).toEqual([]);
  });
});
