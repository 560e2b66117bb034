import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../../sources/dotnet/src/argv/command-line.js';
import { startMcp } from './command.js';
import { openServer } from './dotnet-server.js';
import { type Walked, walk } from './walk.js';

const fake = await openServer();
const none = await openServer({ cli: 'none' });
const listed = await fake.wire.request('tools/list');
const startedByListing = fake.started();

/** Renewed by `RENEW=1 npx vitest run test/dotnet/envelope.test.ts && npm run format`; the diff is what clients will notice. */
const snapshot = fileURLToPath(new URL('tools-list.json', import.meta.url));

describe('the list of tools', () => {
  it('has the twelve, with both modes and a schema of results, and starts nothing', async () => {
    const { result } = listed;
    expect(result!.tools!.map(each => each.name)).toEqual([
      'dotnet_project',
      'dotnet_package',
      'dotnet_solution',
      'dotnet_ef',
      'dotnet_workload',
      'dotnet_tool',
      'dotnet_sdk',
      'dotnet_dev_certs',
      'dotnet_help',
      'dotnet_server_capabilities',
      'dotnet_server_info',
      'dotnet_server_metrics',
    ]);
    for (const tool of result!.tools!) {
      const { properties } = tool.inputSchema as { properties: Record<string, unknown> };
      expect(properties.machineReadable).toMatchObject({ type: 'boolean', default: false });
      expect(properties.unsafeOutput).toMatchObject({ type: 'boolean', default: false });
      expect(tool.outputSchema).toMatchObject({ type: 'object' });
    }
    expect(startedByListing).toEqual([]);
  });

  it('is the same, byte for byte, where there is no CLI', async () => {
    const [one, other] = await Promise.all([fake.wire.request('tools/list'), none.wire.request('tools/list')]);
    expect(JSON.stringify(other.result)).toBe(JSON.stringify(one.result));
  });

  it('is the one in the repository', async () => {
    const { result } = await none.wire.request('tools/list');
    if (process.env.RENEW === '1') writeFileSync(snapshot, JSON.stringify(result!.tools, null, 2));
    const kept: unknown = JSON.parse(readFileSync(snapshot, 'utf8'));
    expect(result!.tools).toEqual(kept);
    expect(JSON.stringify(result!.tools)).toBe(JSON.stringify(kept));
  });
});

describe('every action of every tool, in both modes, with a CLI that succeeds and one that fails', () => {
  let walked: readonly Walked[];
  const validators = new Map<string, ValidateFunction>();
  beforeAll(async () => {
    const { result } = await fake.wire.request('tools/list');
    const ajv = new Ajv2020({ strict: false });
    for (const tool of result!.tools!) validators.set(String(tool.name), ajv.compile(tool.outputSchema as object));
    const listed = result!.tools!.flatMap(tool => actionsOf(tool).map(action => `${tool.name}.${action}`));
    walked = await walk(fake);
    const seen = new Set(walked.map(({ tool, action }) => `${tool}.${action}`));
    expect(listed.filter(each => !seen.has(each))).toEqual([]);
  });

  /** Those of which something does not hold, by name. */
  const faulty = (holds: (each: Walked) => boolean) =>
    walked
      .filter(each => !holds(each))
      .map(({ tool, action, exitCode, answer }) => `${tool} ${action} with exit ${exitCode}: ${answer.text}`);

  it('has structured content that is valid against the published schema', () => {
    expect(faulty(({ tool, answer }) => validators.get(tool)!(answer.envelope))).toEqual([]);
  });

  it('is an error exactly when it is no success', () => {
    expect(faulty(({ answer }) => answer.isError === (answer.envelope.success === false))).toEqual([]);
  });

  it('succeeds when the CLI does, and fails when it does not', () => {
    const needsNoCli = (each: Walked) => each.started.length === 0;
    // Neither a project that is not valid nor a session nobody waits for is a failure.
    const isAnswer = ({ action, args }: Walked) => action === 'Validate' || args.waitTimeoutMs === 0;
    expect(faulty(each => needsNoCli(each) || each.exitCode === 1 || each.answer.envelope.success)).toEqual([]);
    expect(
      faulty(each => needsNoCli(each) || each.exitCode === 0 || isAnswer(each) || !each.answer.envelope.success),
    ).toEqual([]);
  });

  it('is the same document as text when that is wanted', () => {
    expect(
      faulty(({ machineReadable, answer }) => !machineReadable || answer.text === JSON.stringify(answer.envelope)),
    ).toEqual([]);
  });

  it('is otherwise text for people that ends in the exit code', () => {
    const isShownAsJson = ({ tool }: Walked) => /_server_(?:capabilities|metrics)$/.test(tool);
    expect(
      faulty(each => {
        const { machineReadable, answer } = each;
        if (machineReadable || isShownAsJson(each)) return true;
        return !isJson(answer.text) && answer.text.endsWith(`\nExit Code: ${answer.envelope.exitCode}`);
      }),
    ).toEqual([]);
    expect(
      faulty(each => !isShownAsJson(each) || each.machineReadable || each.answer.text.startsWith('{\n  "')),
    ).toEqual([]);
  });

  it('has strings for all metadata and additional data, and null nowhere', () => {
    expect(
      faulty(({ answer }) => {
        const { metadata = {}, errors = [] } = answer.envelope;
        const values = [metadata, ...errors.map(each => each.data?.additionalData ?? {})].flatMap(Object.values);
        return values.every(each => typeof each === 'string') && !hasNull(answer.envelope);
      }),
    ).toEqual([]);
  });

  it('gives kind, code and category of every problem outside the envelope too', () => {
    expect(
      faulty(({ answer }) => {
        const told = answer.message.result!._meta!['io.concord/outcome'] as {
          ok: boolean;
          problems?: readonly Record<string, unknown>[];
        };
        const { errors = [] } = answer.envelope;
        const problems = told.problems ?? [];
        return (
          told.ok === answer.envelope.success &&
          problems.length === errors.length &&
          problems.every(
            (each, at) =>
              typeof each.kind === 'string' && each.code === errors[at]!.code && each.category === errors[at]!.category,
          )
        );
      }),
    ).toEqual([]);
  });

  it('starts the command line of its row, and tells it', () => {
    const wrong = walked.flatMap(({ line, tool, action, answer, started }) => {
      if (line === undefined || tool === 'dotnet_help' || started.length === 0) return [];
      const plain = (text: string) => text.replace(/-bl:\S+/, '-bl:/private/1.binlog');
      // What has to be done first is another command; a failure of that ends the call.
      const isPrepared = started[0]!.argv[0] === 'build' && line.startsWith('run');
      const last = started.at(-1)!;
      const ran = plain(commandLine(last.argv));
      const { command = answer.envelope.errors?.[0]?.data?.command } = answer.envelope;
      const told = command === undefined || plain(command) === ran;
      return (ran === `dotnet ${line}` || (isPrepared && !answer.envelope.success)) && told
        ? []
        : [`${action}: ${line} | ${ran} | ${command}`];
    });
    expect(wrong).toEqual([]);
    const shown = new Set(walked.filter(each => each.started.length > 0).map(({ line }) => line));
    const cached = /^new list --columns/;
    expect(
      walked.flatMap(({ line, tool }) =>
        line === undefined || shown.has(line) || tool === 'dotnet_help' || cached.test(line) ? [] : [line],
      ),
    ).toEqual([]);
  });
});

describe('the command line', () => {
  it('prints the same result as JSON, and exits 2 when that is a failure', async () => {
    const line = "App.cs(5,9): error CS0103: The name 'x' does not exist in the current context [/p/App.csproj]\n";
    const scene = fake.scene({ argv: ['build', 'App.csproj'], stdout: line, exitCode: 1 }, { stdout: 'fine\n' });
    const other = fake.scene({ stdout: line, exitCode: 1 });
    const call = ['call', 'dotnet/dotnet_project', 'action=Build'];
    const [failed, envelope, fine, served] = await Promise.all([
      mcp(scene.folder, [...call, 'project=App.csproj', '--json']),
      mcp(other.folder, [...call, 'project=App.csproj', '--dialect', 'contract-v1']),
      mcp(scene.folder, [...call, 'project=Other.csproj', '--json']),
      fake.scene({ stdout: line, exitCode: 1 }).call('dotnet_project', { action: 'Build', project: 'App.csproj' }),
    ]);
    expect([failed.exitCode, envelope.exitCode, fine.exitCode]).toEqual([2, 2, 0]);
    const problems = [{ kind: 'command_failed', code: 'CS0103', category: 'Compilation', retryable: false }];
    expect(failed.document).toMatchObject({
      server: 'dotnet',
      tool: 'dotnet_project',
      status: 'error',
      result: {
        isError: true,
        structuredContent: served.envelope,
        _meta: { 'io.concord/outcome': { ok: false, problems } },
      },
      error: { message: served.envelope.errors![0]!.message, kind: 'tool_error' },
    });
    expect(fine.document).toMatchObject({
      status: 'success',
      result: {
        content: [{ type: 'text', text: 'fine\nExit Code: 0' }],
        structuredContent: { success: true, output: 'fine\n' },
      },
    });
    expect(envelope.document).toEqual(served.envelope);
  });
});

async function mcp(cwd: string, args: readonly string[]) {
  const { exitCode, text } = await startMcp(cwd, args, fake).ended;
  return { exitCode, document: JSON.parse(text) as Record<string, unknown> };
}

function actionsOf(tool: Readonly<Record<string, unknown>>): readonly string[] {
  const { properties } = tool.inputSchema as { properties: { action?: { enum: readonly string[] } } };
  return properties.action?.enum ?? [];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function hasNull(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === null;
  return Object.values(value).some(hasNull);
}
