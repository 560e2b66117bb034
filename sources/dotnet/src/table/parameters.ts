import type { Parameter } from './table.js';

type More = Omit<Parameter, 'name' | 'type' | 'description'>;

/** A string parameter. The actions that use it are put before its description later. */
export function text(name: string, description: string, more: More = {}): Parameter {
  return { name, type: 'string', description, ...more };
}

/** A string that is a path, or may be one. */
export function path(name: string, description: string, more: More = {}): Parameter {
  return text(name, description, { isPath: true, ...more });
}

/** One of a few strings. */
export function choice(name: string, values: readonly string[], description: string, more: More = {}): Parameter {
  return text(name, description, { enum: values, ...more });
}

/** A boolean. */
export function flag(name: string, description: string, more: More = {}): Parameter {
  return { name, type: 'boolean', description, ...more };
}

/** A whole number from `minimum` to `maximum`. */
export function integer(
  name: string,
  minimum: number,
  maximum: number,
  description: string,
  more: More = {},
): Parameter {
  return { name, type: 'integer', description, minimum, maximum, ...more };
}

/** A list of strings. */
export function strings(name: string, description: string, more: More = {}): Parameter {
  return { name, type: 'strings', description, ...more };
}

/** Parameters that mean the same in more than one tool. */
export const shared = {
  project: path(
    'project',
    'Path of the project, solution or folder. Without it the CLI looks in the working directory.',
    {
      rule: 'project',
    },
  ),
  framework: text('framework', 'Target framework, such as net10.0.', { rule: 'framework' }),
  packageId: text('packageId', 'Id of the package.', { rule: 'packageId' }),
  version: text('version', 'Version of the package.', { rule: 'version' }),
  source: path('source', 'Address, folder or name of a package source.'),
  configFile: path('configFile', 'Path of the NuGet configuration file.'),
  searchTerm: text('searchTerm', 'What to search for.'),
  take: integer('take', 1, 1_000, 'The most results to return.'),
  skip: integer('skip', 0, 100_000, 'Results to leave out at the beginning.'),
  prerelease: flag('prerelease', 'Prereleases count too.'),
  force: flag('force', 'Goes ahead where the CLI would otherwise stop.'),
  noBuild: flag('noBuild', 'Does not build first.'),
} as const;

const machineReadable = flag('machineReadable', 'The text of the result is JSON in place of plain text.', {
  default: false,
});
const unsafeOutput = flag('unsafeOutput', 'The result is not redacted. It may show secrets.', { default: false });
const confirmed = flag('confirmed', 'Goes ahead without asking for confirmation.', { default: false });
const timeoutMs = integer('timeoutMs', 1_000, 7_200_000, 'Milliseconds after which the call is ended.');
const maxOutputChars = integer(
  'maxOutputChars',
  1_000,
  1_000_000,
  'The most characters of output to return; 100000 with machineReadable and 30000 without where left out.',
);
const maxErrors = integer('maxErrors', 1, 1_000, 'The most errors to return.', { default: 50 });

/** What every tool takes. */
export const everywhere: readonly Parameter[] = [machineReadable, unsafeOutput];

/** What a tool takes that runs the CLI in no project. */
export const running: readonly Parameter[] = [...everywhere, timeoutMs, maxOutputChars];

/** What a tool takes whose actions work in a directory. */
export const working: readonly Parameter[] = [
  confirmed,
  ...everywhere,
  path('workingDirectory', 'Directory that relative paths start from and the CLI runs in.', { token: false }),
  timeoutMs,
  integer('lockWaitMs', 0, 600_000, 'Milliseconds to wait for a conflicting operation.', { default: 0 }),
  maxOutputChars,
];

/** As `working`, for tools that report diagnostics. */
export const diagnosing: readonly Parameter[] = [...working, maxErrors];

/** Parameters that belong to the call and not to an action: none of them is ever ignored. */
export const ofTheCall: ReadonlySet<string> = new Set(
  diagnosing.map(each => each.name).filter(name => name !== confirmed.name),
);
