import { commandLines } from '../../sources/dotnet/src/actions/testing/command-lines.js';
import type { Answer, DotnetServer, Replay, ScriptedFolder, Started } from './dotnet-fixture.js';

type Arguments = Readonly<Record<string, unknown>>;

/** One call of an action, and what came of it. */
export interface Walked {
  readonly tool: string;
  readonly action: string;
  readonly args: Arguments;
  /** What follows `dotnet`, where the action has one command line. */
  readonly line?: string;
  readonly exitCode: number;
  readonly machineReadable: boolean;
  readonly answer: Answer;
  readonly started: readonly Started[];
}

interface Row {
  readonly tool: string;
  readonly action: string;
  readonly args: Arguments;
  readonly line?: string;
}

const named = { project: 'A/A.csproj', propertyName: 'Nullable', itemType: 'Using', include: 'System' };

/** The actions that run nothing, or several commands. */
const others: readonly (readonly [string, string, Arguments])[] = [
  ['project', 'Analyze', { projectPath: 'A/A.csproj' }],
  ['project', 'Dependencies', { project: 'A/A.csproj' }],
  ['project', 'Validate', { project: 'A/A.csproj' }],
  ['project', 'GetProperty', { project: named.project, propertyName: 'Nullable' }],
  ['project', 'ListItems', { project: named.project }],
  ['project', 'SetProperty', { project: named.project, propertyName: 'Nullable', propertyValue: 'disable' }],
  ['project', 'RemoveProperty', { project: named.project, propertyName: 'Nullable' }],
  ['project', 'AddItem', { project: named.project, itemType: 'Using', include: 'System' }],
  ['project', 'RemoveItem', { project: named.project, itemType: 'Using', include: 'System' }],
  ['project', 'Stop', { sessionId: 'none' }],
  ['project', 'Logs', { sessionId: 'none' }],
  ['project', 'ListSessions', {}],
  ['solution', 'Analyze', { solution: 'S.sln' }],
  ['solution', 'Dependencies', { solution: 'S.sln' }],
  ['solution', 'Validate', { solution: 'S.sln' }],
  ['sdk', 'ClearTemplateCache', {}],
  ['sdk', 'FrameworkInfo', { framework: 'net10.0' }],
  ['sdk', 'CacheMetrics', {}],
  ['sdk', 'ConfigureGlobalJson', { sdkVersion: '10.0.100' }],
  ['server_capabilities', 'Capabilities', {}],
  ['server_info', 'About', {}],
  ['server_metrics', 'Get', {}],
  ['server_metrics', 'Reset', {}],
];

const evaluation = JSON.stringify({
  Properties: { TargetFramework: 'net10.0', OutputType: 'Exe', Nullable: 'enable', UsingMicrosoftNETSdk: 'true' },
  Items: { PackageReference: [{ Identity: 'Serilog', Version: '4.0.0' }], ProjectReference: [] },
});

/** What the CLI says where somebody reads it. */
const replies: readonly Replay[] = [
  { argv: ['msbuild'], stdout: evaluation },
  { argv: ['sln', 'S.sln', 'list'], stdout: 'Project(s)\n----------\nA/A.csproj\n' },
  { argv: ['list'], stdout: '{"version":1,"parameters":"","projects":[]}' },
  { argv: ['--version'], stdout: '10.0.401\n' },
  { argv: ['--list-sdks'], stdout: '10.0.401 [/usr/share/dotnet/sdk]\n' },
  { stdout: 'done\n' },
];

const combinations = [
  { exitCode: 0, machineReadable: false },
  { exitCode: 1, machineReadable: true },
  { exitCode: 0, machineReadable: true },
  { exitCode: 1, machineReadable: false },
];

/** Calls every action of every tool in both modes, with a CLI that succeeds and with one that fails, and each command line at least once. */
export async function walk(dotnetServer: DotnetServer): Promise<readonly Walked[]> {
  dotnetServer.replay(...replies);
  const rows: readonly Row[] = [
    ...commandLines.map(([tool, action, args, line]) => ({ tool: `dotnet_${tool}`, action, args, line })),
    ...others.map(([tool, action, args]) => ({ tool: `dotnet_${tool}`, action, args })),
  ];
  const calls = rows.flatMap(row => {
    const group = rows.filter(each => each.tool === row.tool && each.action === row.action);
    const at = group.indexOf(row);
    // Two rows are enough for all four; those after them are there for their command lines.
    const chosen =
      group.length === 1 ? combinations : at < 2 ? combinations.slice(2 * at, 2 * at + 2) : [combinations[0]!];
    return chosen.map(each => ({ ...row, ...each }));
  });
  return atMost(12, calls, call => made(call, dotnetServer));
}

async function made(call: Row & (typeof combinations)[number], dotnetServer: DotnetServer): Promise<Walked> {
  const { tool, action, args, exitCode, machineReadable } = call;
  const scripted = dotnetServer.scripted(
    ...(exitCode === 0 ? replies : [{ stdout: 'some words\n', stderr: 'it failed\n', exitCode }]),
  );
  scripted.write(
    'A/A.csproj',
    '<Project Sdk="Microsoft.NET.Sdk">\n  <PropertyGroup>\n  </PropertyGroup>\n</Project>\n',
  );
  const answer = await dotnetServer.call(tool, { ...argumentsFor(tool, action, scripted), ...args, machineReadable });
  // A session that nobody waits for may not have begun yet.
  if (action === 'Watch') await scripted.untilStarted();
  const started = tool === 'dotnet_help' ? [] : scripted.started();
  return { ...call, answer, started };
}

/** What a call says besides the arguments of its action: where it works, and that it waits for others. */
function argumentsFor(tool: string, action: string, scripted: ScriptedFolder): Arguments {
  if (/_server_(?:capabilities|info)$/.test(tool)) return {};
  if (tool === 'dotnet_server_metrics') return { action };
  if (tool === 'dotnet_help') return { timeoutMs: 600_000 };
  return { action, workingDirectory: scripted.folder, lockWaitMs: 300_000, timeoutMs: 600_000 };
}

/** Does something with each, so many at a time, and gives what came of them in their order. */
export async function atMost<Item, Value>(
  most: number,
  items: readonly Item[],
  use: (item: Item) => Promise<Value>,
): Promise<readonly Value[]> {
  const results: Value[] = [];
  let next = 0;
  const take = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await use(items[at]!);
  };
  await Promise.all(Array.from({ length: most }, take));
  return results;
}
