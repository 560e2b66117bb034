import { join, resolve } from 'node:path';
import type { JsonObject } from '@concord/contract';
import { manifestFolder } from '../actions/tool.js';
import type { CliRun } from '../outcome/from-run.js';
import { readPackages } from '../read/packages.js';
import { readPathsAfterRule, readRuntimes, readSdks } from '../read/tables.js';
import { concluded, execute, runCommand } from './execute.js';
import type { Perform, Work } from './work.js';

/** What is read from a run besides its output. */
type Reading = Partial<Pick<CliRun, 'data' | 'metadata' | 'stdout' | 'exitCode' | 'findings'>>;

/** A performer that runs the action's command and adds what is read from its output. */
const reading =
  (read: (run: CliRun, work: Work) => Reading): Perform =>
  async work => {
    const execution = await execute(work, { ...binlog(work) });
    if ('outcome' in execution) return execution.outcome;
    return concluded({ ...execution.run, ...read(execution.run, work) }, work);
  };

/** The command line with a binary log in the private folder, where it stays until the source is closed. */
function binlog({ action, args, call, context }: Work) {
  if (args.binlog !== true) return {};
  return { argv: action.argv!(args, { binlog: binlogPath(context.folder(), call.requestId) }) };
}

const binlogPath = (folder: string, requestId: string) => join(folder, `${requestId.replace(/[^\w-]/g, '_')}.binlog`);

const MOST_DIAGNOSTICS = 1_000;

/** Reads the diagnostics of a build. */
const diagnosing = reading(({ findings }, { args, call, context }) => {
  const { errors, warnings, outputs, elapsed } = findings;
  return {
    data: {
      diagnostics: {
        errors: errors.slice(0, MOST_DIAGNOSTICS) as unknown as JsonObject[],
        warnings: warnings.slice(0, MOST_DIAGNOSTICS) as unknown as JsonObject[],
      },
      outputs: [...outputs],
      ...(elapsed !== undefined && { elapsed }),
    },
    ...(args.binlog === true && { metadata: { binlogPath: binlogPath(context.folder(), call.requestId) } }),
  };
});

/** Reads data from what a command printed; a failure has none. */
const data = (read: (stdout: string) => JsonObject): Perform =>
  reading(({ exitCode, stdout }) => (exitCode === 0 ? { data: read(stdout) } : {}));

const packages = reading(({ stdout, exitCode, findings }, { args }) => {
  const list = readPackages(stdout, args);
  if (list === undefined) return {};
  const errors = list.errors.map(message => ({
    severity: 'error' as const,
    ...codeIn(message),
    projects: [],
    frameworks: [],
    raw: message,
  }));
  return {
    data: list.data,
    metadata: {
      packageCount: String(list.packageCount),
      ...(list.omittedPackages > 0 && { omittedPackages: String(list.omittedPackages) }),
    },
    // Errors make the call fail, whatever the exit code is.
    ...(errors.length > 0 && {
      exitCode: exitCode === 0 ? 1 : exitCode,
      stdout: list.errors.join('\n'),
      findings: { ...findings, errors: [...findings.errors, ...errors] },
    }),
  };
});

/** `NU1301: text`, or a text alone. */
function codeIn(message: string): { readonly code?: string; readonly message: string } {
  const [, code, text] = /^(?:error:? ?)?([A-Z]{2,6}\d{4}): ([\s\S]{1,16000})$/.exec(message) ?? [];
  return code === undefined ? { message } : { code, message: text! };
}

const listSecrets: Perform = work => runCommand(work, { mask: withoutValues });

/** The output of `user-secrets list` without the values, which may span several lines. */
function withoutValues(stdout: string): { readonly text: string; readonly count: number } {
  let count = 0;
  const shown = stdout.split('\n').flatMap(line => {
    const equals = line.indexOf(' = ');
    if (equals === -1) return count > 0 && line !== '' ? [] : [line];
    count++;
    return [`${line.slice(0, equals)} = [REDACTED]`];
  });
  return { text: shown.join('\n'), count };
}

/** Actions from whose output data is read. */
export const withReading: Readonly<Record<string, Perform>> = {
  ...Object.fromEntries(
    ['Build', 'Restore', 'Publish', 'Pack', 'Clean', 'Format'].map(name => [`dotnet_project.${name}`, diagnosing]),
  ),
  'dotnet_package.List': packages,
  'dotnet_package.ListReferences': data(stdout => ({ references: [...readPathsAfterRule(stdout)] })),
  'dotnet_solution.List': data(stdout => ({ projects: [...readPathsAfterRule(stdout)] })),
  'dotnet_sdk.Version': data(stdout => ({ version: stdout.trim() })),
  'dotnet_sdk.ListSdks': data(stdout => ({ sdks: [...readSdks(stdout)] })),
  'dotnet_sdk.ListRuntimes': data(stdout => ({ runtimes: [...readRuntimes(stdout)] })),
  'dotnet_tool.CreateManifest': reading(({ exitCode }, { args, directory }) =>
    exitCode === 0 ? { metadata: { manifestPath: resolve(directory, manifestFolder(args), 'dotnet-tools.json') } } : {},
  ),
  'dotnet_dev_certs.SecretsSet': reading((_, { args }) => ({ metadata: { key: String(args.key) } })),
  'dotnet_dev_certs.SecretsList': listSecrets,
};
