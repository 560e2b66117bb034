import { describe, expect, it } from 'vitest';
import { type Answer, openDotnet, type ScriptedFolder } from './dotnet-fixture.js';

const fake = await openDotnet({ env: { MY_API_TOKEN: 'env-tok3n-of-the-server' } });

const requestIdOf = ({ message }: Answer) =>
  (message.result!._meta!['io.concord/outcome'] as { requestId: string }).requestId;

const redactionsOf = ({ message }: Answer) =>
  (message.result!._meta!['io.concord/outcome'] as { redactions: number }).redactions;

async function read(uri: string): Promise<string> {
  const { result } = await fake.wire.request('resources/read', { uri });
  return (result!.contents as readonly { text: string }[])[0]!.text;
}

const logOf = (answer: Answer) => read(`dotnet://logs/${requestIdOf(answer)}`);

/** All the ways a value may come back in. */
function spellings(secret: string): readonly string[] {
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ];
}

const password = 'S3cr"et/päss w+rd';
const connection = `Host=db;Username=app;Password=c0nn"ection/s3cret+;Database=x`;

describe('a secret among the arguments', () => {
  it.concurrent.each<readonly [string, string, Record<string, unknown>, readonly string[]]>([
    [
      'a password',
      'dotnet_dev_certs',
      { action: 'CertificateExport', path: 'c.pfx', password, lockWaitMs: 60_000 },
      [password],
    ],
    ['a connection', 'dotnet_ef', { action: 'DatabaseUpdate', connection }, [connection, 'c0nn"ection/s3cret+']],
    [
      'a connection to scaffold from',
      'dotnet_ef',
      { action: 'DbContextScaffold', connection, provider: 'P' },
      [connection],
    ],
    [
      'the value of a secret',
      'dotnet_dev_certs',
      { action: 'SecretsSet', key: 'K', value: 'va1ue-of-it' },
      ['va1ue-of-it'],
    ],
    [
      'a property',
      'dotnet_project',
      { action: 'Build', properties: { ApiKey: 'pr0perty-secret', Plain: 'x' } },
      ['pr0perty-secret'],
    ],
    [
      'an argument of a program',
      'dotnet_project',
      { action: 'Run', appArgs: '--api-key "arg ument-s3cret" --x y' },
      ['arg ument-s3cret'],
    ],
    [
      'the user of an address',
      'dotnet_project',
      { action: 'Restore', source: 'https://ann:us3r-pass@feed.example/v3' },
      ['us3r-pass'],
    ],
    ['a variable of the server', 'dotnet_project', { action: 'Build' }, ['env-tok3n-of-the-server']],
  ])('is masked wherever it comes back: %s', async (_, tool, args, secrets) => {
    const echoed = secrets.flatMap(spellings);
    const text = echoed.map(each => `it is <${each}> here`).join('\n');
    for (const exitCode of [0, 1]) {
      const scripted = fake.scripted({ stdout: text, stderr: text, exitCode });
      const more = { machineReadable: exitCode === 0 };
      const answer = await scripted.call(tool, { ...args, ...more }, { _meta: { progressToken: `t-${tool}` } });
      const log = await logOf(answer);
      for (const shown of [JSON.stringify(answer.message), log])
        for (const secret of echoed) expect(shown).not.toContain(secret);
      expect(answer.text).toContain('it is <[REDACTED]> here');
      expect(log).toContain('it is <[REDACTED]> here');
      const command = answer.envelope.command ?? answer.envelope.errors![0]!.data!.command!;
      const isOnCommandLine = scripted.started()[0]!.argv.some(token => token.includes(secrets[0]!));
      expect(command.includes('[REDACTED]')).toBe(isOnCommandLine);
    }
    const told = JSON.stringify(fake.wire.messages.filter(each => each.method !== undefined));
    for (const secret of echoed) {
      expect(told).not.toContain(secret);
      expect(fake.wire.stderr.join('\n')).not.toContain(secret);
    }
  });

  it.concurrent('reaches the CLI as it is', async () => {
    const scripted = fake.scripted();
    await scripted.ask('dotnet_ef', { action: 'DatabaseUpdate', connection });
    expect(scripted.started()[0]!.argv).toEqual(['ef', 'database', 'update', '--connection', connection]);
  });
});

const before = 'Server=localhost;Database=MyDb;User=admin;Password=SuperSecret123!';
const after = 'Server=localhost;Database=MyDb;User=admin;Password=[REDACTED]';

describe('a secret that is printed', () => {
  it.concurrent("becomes the contract's line in a success", async () => {
    const answer = await fake.scripted({ stdout: `${before}\n`, stderr: `${before}\n` }).call('dotnet_project', {
      action: 'Build',
      machineReadable: true,
    });
    expect(redactionsOf(answer)).toBe(2);
    expect(answer.envelope.output).toBe(`${after}\n`);
    expect(answer.envelope.metadata!.stderr).toBe(after);
    expect(await logOf(answer)).toBe(`${after}\n${after}\n`);
  });

  it.concurrent("becomes the contract's line in a failure", async () => {
    const answer = await fake
      .scripted({ stdout: `${before}\n`, stderr: `${before}\n`, exitCode: 1 })
      .call('dotnet_project', {
        action: 'Build',
        machineReadable: true,
      });
    const [error] = answer.envelope.errors!;
    expect(error!.rawOutput).toContain(after);
    expect(error!.data!.stderr).toBe(after);
    expect(error!.message).toBe(after);
    expect(JSON.stringify(answer.message)).not.toContain('SuperSecret');
  });

  it.concurrent("becomes the contract's line in a diagnostic and in its typed form", async () => {
    const line = `/p/a.cs(1,1): error CS0103: ${before}`;
    const answer = await fake.scripted({ stdout: `${line}\n`, exitCode: 1 }).call('dotnet_project', {
      action: 'Build',
      machineReadable: true,
    });
    expect(answer.envelope.errors).toMatchObject([
      { code: 'CS0103', message: after, rawOutput: line.replace(before, after) },
    ]);
    expect(await read(`dotnet://results/${requestIdOf(answer)}`)).not.toContain('SuperSecret');
  });

  it.concurrent("becomes the contract's line in the logs of a session", async () => {
    const scripted = fake.scripted({ argv: ['run'], stdout: `${before}\nready\n`, waitForFile: 'go' });
    const args = {
      action: 'Run',
      startMode: 'Background',
      noBuild: true,
      waitFor: 'ready',
      appArgs: '--token se55ion-token',
    };
    const started = await scripted.ask('dotnet_project', args);
    expect(started).toMatchObject({ success: true, metadata: { ready: 'true' } });
    const { sessionId } = started.metadata!;
    const logs = await scripted.call('dotnet_project', { action: 'Logs', sessionId, machineReadable: true });
    expect(logs.envelope.output).toBe(`${after}\nready`);
    expect(redactionsOf(logs)).toBe(1);
    expect(JSON.stringify([started, logs.message])).not.toMatch(/SuperSecret|se55ion-token/);
    const raw = await scripted.ask('dotnet_project', { action: 'Logs', sessionId, unsafeOutput: true });
    expect(raw.output).toContain(before);
    scripted.write('go', '');
    await scripted.ask('dotnet_project', { action: 'Stop', sessionId });
  });

  it.concurrent('is not given away by where the output is cut', async () => {
    const filler = 'x'.repeat(478);
    const stdout = `${filler} ${before} ${'y'.repeat(2_000)}`;
    const { output } = await fake
      .scripted({ stdout })
      .ask('dotnet_project', { action: 'Build', maxOutputChars: 1_000 });
    expect(output).toContain('[Output truncated]');
    expect(output).not.toContain('Super');
  });
});

describe('the list of user secrets', () => {
  const stdout = 'Api:Key = abc=def ghi\nConnectionStrings:Db = first line\nsecond line\nEmpty = \n';

  it.concurrent('shows names and no value, here and in the log', async () => {
    for (const machineReadable of [true, false]) {
      const answer = await fake
        .scripted({ stdout })
        .call('dotnet_dev_certs', { action: 'SecretsList', machineReadable });
      expect(answer.envelope.output).toContain('Api:Key = [REDACTED]\nConnectionStrings:Db = [REDACTED]\n');
      expect(redactionsOf(answer)).toBe(3);
      for (const shown of [JSON.stringify(answer.message), await logOf(answer)])
        expect(shown).not.toMatch(/abc|def|ghi|first line|second line/);
    }
  });

  it.concurrent('shows values to those who insist', async () => {
    const args = { action: 'SecretsList', unsafeOutput: true };
    const answer = await fake.scripted({ stdout }).call('dotnet_dev_certs', { ...args, machineReadable: true });
    expect(answer.envelope.output).toBe(stdout);
    expect(redactionsOf(answer)).toBe(0);
    expect(await logOf(answer)).not.toMatch(/abc|first line|second line/);
  });

  it.concurrent('says that there are none', async () => {
    const none = 'No secrets configured for this application.\n';
    expect(await fake.scripted({ stdout: none }).ask('dotnet_dev_certs', { action: 'SecretsList' })).toMatchObject({
      output: none,
    });
  });
});

describe('output without redaction', () => {
  const ask = (scripted: ScriptedFolder) =>
    scripted.call('dotnet_project', { action: 'Build', unsafeOutput: true, machineReadable: true });

  it.concurrent('is returned on request, and nowhere else', async () => {
    const answer = await ask(fake.scripted({ stdout: `${before}\n`, stderr: `${before}\n`, exitCode: 1 }));
    const [error] = answer.envelope.errors!;
    expect(error!.rawOutput).toContain(before);
    expect(error!.data!.stderr).toBe(before);
    expect(await logOf(answer)).toBe(`${after}\n${after}\n`);
    const fine = await ask(fake.scripted({ stdout: `${before}\n` }));
    expect(fine.envelope.output).toBe(`${before}\n`);
    const warnings = fake.wire.noticesOf('notifications/message').filter(each => each.params!.level === 'warning');
    expect(warnings).toContainEqual(
      expect.objectContaining({
        params: expect.objectContaining({ logger: 'dotnet', data: expect.stringMatching(/not redacted/) }),
      }),
    );
  });

  it('is refused where the operator forbids it', async () => {
    const dotnetServer = await openDotnet({ env: { CONCORD_FORBID_UNSAFE_OUTPUT: '1' } });
    const answer = await ask(dotnetServer.scripted({ stdout: before }));
    expect(answer.envelope).toEqual({
      success: false,
      errors: [
        {
          code: 'INVALID_PARAMS',
          message: "Parameter 'unsafeOutput' is not allowed by the operator",
          category: 'Validation',
          hint: 'Verify the parameter values and try again.',
          rawOutput: '',
          mcpErrorCode: -32602,
          data: { exitCode: -1, additionalData: { parameter: 'unsafeOutput', reason: 'forbidden' } },
        },
      ],
      exitCode: -1,
    });
    expect(dotnetServer.started()).toEqual([]);
  });
});

describe('output without secrets', () => {
  it.concurrent('is returned byte for byte', async () => {
    const stdout = [
      'MSBuild version 17.14.0 for .NET',
      '  Determining projects to restore...',
      '  Restored /p/Token/Key.csproj (in 120 ms).',
      "/p/Auth/PasswordHasher.cs(12,34): warning CS8618: Non-nullable property 'Password' must contain a non-null value [/p/Auth.csproj]",
      "/p/Keys.cs(1,1): warning CA2227: Change 'ApiKeys' to be read-only; token = next token: secret: none",
      '  App -> /p/bin/Debug/net10.0/App.dll',
      '',
      'Build succeeded.',
      '    2 Warning(s)',
      '    0 Error(s)',
      '',
      'Time Elapsed 00:00:03.45',
      '\tsha: 0f3c8d1e5b7a9c2d4e6f8a0b1c3d5e7f9a1b3c5d  ünïcödé 漢字 🎉',
      '',
    ].join('\n');
    const { output } = await fake.scripted({ stdout }).ask('dotnet_project', { action: 'Build' });
    expect(output).toBe(stdout);
  });
});
