import { missingDependency, type Problem, problem, unavailableFeature } from '@concord/contract';

/** What a run that failed printed, and how it ended. */
export interface End {
  readonly tool: string;
  readonly action: string;
  readonly command: string;
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether the action asks a package source. */
  readonly network: boolean;
}

/** The ways out when there is no SDK. */
const withoutCli = [
  'Install the .NET SDK from https://dotnet.microsoft.com/download',
  "Verify 'dotnet' is on PATH (try: dotnet --info)",
  'If using global.json, ensure the requested SDK is installed',
];

/** The CLI is not there, or has no SDK. */
export function missingCli(details: string, command: string): Problem {
  return missingDependency('dotnet CLI', { details, alternatives: withoutCli, command });
}

type Rule = (end: End) => Problem | undefined;

const lineWith = (text: string, pattern: RegExp): string | undefined =>
  text
    .split('\n', 10_000)
    .find(line => pattern.test(line))
    ?.trim();

const noSdk: Rule = ({ stdout, stderr, command }) => {
  const text = `${stderr}\n${stdout}`;
  const line = lineWith(text, /No \.NET SDKs were found|A compatible \.NET SDK was not found/);
  const wanted = lineWith(text, /^Requested SDK version: /);
  const known = [line, wanted].filter(each => each !== undefined);
  return known.length === 0 ? undefined : missingCli(known.join(' ').slice(0, 500), command);
};

const noEf: Rule = ({ stdout, stderr, command }) => {
  const line = lineWith(
    `${stderr}\n${stdout}`,
    /dotnet-ef does not exist|No executable found matching command "dotnet-ef"/,
  );
  return line === undefined
    ? undefined
    : missingDependency('dotnet-ef', {
        details: line.slice(0, 500),
        command,
        alternatives: [
          'Install it for this repository: dotnet tool install dotnet-ef',
          'Restore the tool manifest: dotnet tool restore',
          'Use dotnet_tool with action Install and packageId dotnet-ef',
        ],
      });
};

const UNREACHABLE =
  /Unable to load the service index|No such host|Name or service not known|nodename nor servname|Temporary failure in name resolution|Connection refused|Network is unreachable|A connection attempt failed|The SSL connection could not be established|Response status code does not indicate success: 5|The operation has timed out/;

/** A package source that cannot be reached, where no code says so. */
export const unreachable: Rule = ({ network, action, stdout, stderr }) => {
  const line = network ? lineWith(`${stderr}\n${stdout}`, UNREACHABLE) : undefined;
  return line === undefined ? undefined : sourceUnreachable(action, `could not be reached: ${line.slice(0, 300)}`);
};

/** The problem of a package source that does not answer; `why` continues the sentence `The package source`. */
export function sourceUnreachable(action: string, why: string): Problem {
  const feature = action.startsWith('Search') ? 'NuGet search' : 'NuGet source';
  return unavailableFeature(feature, `The package source ${why}`, {
    alternatives: [
      'Check the network connection and proxy settings',
      'List the configured sources: dotnet nuget list source',
      'Use a local source with the source parameter',
    ],
  });
}

const elevation: Rule = ({ tool, stdout, stderr }) => {
  if (tool !== 'dotnet_workload') return undefined;
  if (!/inadequate permissions|elevated privileges/i.test(`${stderr}\n${stdout}`)) return undefined;
  return unavailableFeature('workload installation', 'Requires elevated privileges on this machine', {
    alternatives: ['Run the command in an elevated shell', 'Install the SDK in a folder the user owns'],
  });
};

const missingRuntime: Rule = ({ stdout, stderr, exitCode, command }) => {
  const text = `${stderr}\n${stdout}`;
  if (
    !/You must install or update \.NET to run this application|lib(?:hostfxr|hostpolicy)\S{0,20} (?:was )?not found/i.test(
      text,
    )
  )
    return undefined;
  return problem('command_failed', clippedMessage(stderr || stdout), {
    category: 'Runtime',
    command,
    exitCode,
    rawOutput: text.trim().slice(0, 8_000),
    stderr: stderr.slice(0, 1_000),
    suggestedFixes: [
      'Install the runtime the application names',
      'Retarget the project to an installed framework',
      'Set RollForward to Major',
    ],
    details: { rootCause: 'MissingRuntime', nextTool: 'dotnet_sdk', nextArguments: '{"action":"ListRuntimes"}' },
  });
};

const clippedMessage = (text: string) => (text.trim().length > 500 ? `${text.trim().slice(0, 500)}...` : text.trim());

/** Failures recognised by their output, before diagnostics are used. The first match decides. */
export const knownEnds: readonly Rule[] = [noSdk, noEf, elevation, missingRuntime];
