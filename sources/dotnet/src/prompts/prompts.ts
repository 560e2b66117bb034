import { type JsonObject, ProblemError, problem } from '@concord/contract';
import type { Prompt, PromptResult } from '@concord/engine';

type Given = Readonly<Record<string, string | undefined>>;

interface Row {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Names; a question mark ends those that may be left out. */
  readonly arguments: readonly string[];
  readonly goal: (given: Given) => string;
  readonly steps: (given: Given) => readonly (Step | string)[];
}

/** A call of a tool, and what it is for. */
interface Step {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly why: string;
}

const step = (why: string, tool: string, args: Readonly<Record<string, unknown>>): Step => ({
  why,
  tool,
  arguments: Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)) as JsonObject,
});

/** Where the project of a new application is. */
const projectOf = ({ projectName, outputDirectory }: Given) =>
  `${outputDirectory ?? projectName}/${projectName}.csproj`;

const create = (template: string, { projectName: name, framework, outputDirectory: output }: Given) =>
  step('Create the project', 'dotnet_project', { action: 'New', template, name, output, framework });
const build = (project: string | undefined, more = {}) =>
  step('Build it, and mend what the errors name', 'dotnet_project', { action: 'Build', project, ...more });
const restore = (project: string | undefined) =>
  step('Restore its packages', 'dotnet_project', { action: 'Restore', project });

const providers: Readonly<Record<string, string>> = {
  SqlServer: 'Microsoft.EntityFrameworkCore.SqlServer',
  SQLite: 'Microsoft.EntityFrameworkCore.Sqlite',
  PostgreSQL: 'Npgsql.EntityFrameworkCore.PostgreSQL',
  InMemory: 'Microsoft.EntityFrameworkCore.InMemory',
};

/** The databases that the prompt for Entity Framework knows. */
export const providerNames: readonly string[] = Object.keys(providers);

function withDatabase(given: Given): readonly (Step | string)[] {
  const project = projectOf(given);
  const name = providerNames.find(each => each.toLowerCase() === (given.dbProvider ?? 'SQLite').toLowerCase());
  if (name === undefined) throw invalid(`dbProvider must be one of: ${providerNames.join(', ')}`);
  const add = (why: string, packageId: string) => step(why, 'dotnet_package', { action: 'Add', project, packageId });
  const database =
    name === 'InMemory'
      ? ['The in-memory provider needs no migrations: create the data when the application starts.']
      : [
          step('Create the first migration', 'dotnet_ef', { action: 'MigrationsAdd', name: 'InitialCreate', project }),
          step('Create the database', 'dotnet_ef', { action: 'DatabaseUpdate', project }),
        ];
  return [
    create('webapi', given),
    add(`Add the provider for ${name}`, providers[name]!),
    add('Add what migrations need', 'Microsoft.EntityFrameworkCore.Design'),
    step('Create a manifest for tools', 'dotnet_tool', { action: 'CreateManifest' }),
    step('Install the tool for migrations', 'dotnet_tool', { action: 'Install', packageId: 'dotnet-ef' }),
    `Write a DbContext with a DbSet for each entity, and register it in Program.cs with the provider for ${name}.`,
    build(project),
    ...database,
  ];
}

const rows: readonly Row[] = [
  {
    name: 'new_console_app',
    title: 'New console application',
    description: 'Creates, builds and runs a console application.',
    arguments: ['projectName', 'framework?', 'outputDirectory?'],
    goal: given => `Create the console application ${given.projectName} and run it.`,
    steps: given => [
      create('console', given),
      build(projectOf(given)),
      step('Run it', 'dotnet_project', { action: 'Run', project: projectOf(given) }),
    ],
  },
  {
    name: 'create_new_webapi',
    title: 'New web API',
    description: 'Creates, builds and starts a web API, looks at its logs and stops it.',
    arguments: ['projectName', 'framework?', 'outputDirectory?'],
    goal: given => `Create the web API ${given.projectName} and see it start.`,
    steps: given => [
      create('webapi', given),
      build(projectOf(given)),
      step('Start it; its sessionId and urls are in the metadata of the result', 'dotnet_project', {
        action: 'Run',
        project: projectOf(given),
        startMode: 'Background',
        noBuild: true,
      }),
      step('See what it says', 'dotnet_project', { action: 'Logs', sessionId: '<sessionId>' }),
      step('Stop it', 'dotnet_project', { action: 'Stop', sessionId: '<sessionId>' }),
    ],
  },
  {
    name: 'new_webapi_with_ef',
    title: 'New web API with Entity Framework Core',
    description: 'Creates a web API with a database, its migration and its tools.',
    arguments: ['projectName', 'dbProvider?', 'outputDirectory?'],
    goal: given => `Create the web API ${given.projectName} with Entity Framework Core.`,
    steps: withDatabase,
  },
  {
    name: 'add_package_and_restore',
    title: 'Add a package',
    description: 'Finds a package, adds it, restores and builds.',
    arguments: ['packageId', 'projectPath?', 'version?'],
    goal: given => `Add the package ${given.packageId}.`,
    steps: ({ packageId, projectPath: project, version }) => [
      step('See that it exists', 'dotnet_package', { action: 'Search', searchTerm: packageId, exactMatch: true }),
      step('Add it', 'dotnet_package', { action: 'Add', packageId, project, version }),
      restore(project),
      build(project, { noRestore: true }),
    ],
  },
  {
    name: 'run_tests_with_coverage',
    title: 'Run tests with coverage',
    description: 'Restores, builds and tests with coverage, and says what to do with failures.',
    arguments: ['projectPath?', 'filter?', 'configuration?'],
    goal: () => 'Run the tests and measure what they cover.',
    steps: ({ projectPath: project, filter, configuration }) => [
      restore(project),
      build(project, { configuration, noRestore: true }),
      step('Run the tests', 'dotnet_project', {
        action: 'Test',
        project,
        filter,
        configuration,
        collect: 'XPlat Code Coverage',
        noBuild: true,
      }),
      'Each failed test is one error of the result, with its file and line. Mend it, and call Test again with `filter` set to `rerunFilter` of the metadata. Report the coverage file the output names.',
    ],
  },
  {
    name: 'publish_for_runtime',
    title: 'Publish for a runtime',
    description: 'Restores and publishes for one runtime, and says what to check.',
    arguments: ['runtime', 'projectPath?', 'configuration?', 'framework?'],
    goal: given => `Publish for ${given.runtime}.`,
    steps: ({ runtime, projectPath: project, configuration = 'Release', framework }) => [
      restore(project),
      step('Publish it', 'dotnet_project', { action: 'Publish', project, runtime, configuration, framework }),
      'Check that the folder the output names has the application, and start it where that runtime is at hand.',
    ],
  },
];

export const prompts: readonly Prompt[] = rows.map(row => ({
  name: row.name,
  title: row.title,
  description: row.description,
  arguments: row.arguments.map(each => ({ name: each.replace('?', ''), required: !each.endsWith('?') })),
}));

/** One message with the calls to make, in order; fails when a required argument is missing. */
export function promptFor(name: string, args: Readonly<Record<string, string>>): PromptResult {
  const row = rows.find(each => each.name === name);
  if (row === undefined) throw new ProblemError(problem('not_found', `There is no prompt '${name.slice(0, 100)}'`));
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value.trim() !== ''));
  const missing = row.arguments.filter(each => !each.endsWith('?') && given[each] === undefined);
  if (missing.length > 0) throw invalid(`The prompt '${name}' needs the argument '${missing[0]}'`);
  const lines = row.steps(given).map((each, at) => `${at + 1}. ${typeof each === 'string' ? each : written(each)}`);
  const rule =
    'Set machineReadable to true in each call. When a call fails, read its errors: each says what is wrong, where, and what to do.';
  const text = [row.goal(given), '', ...lines, '', rule].join('\n');
  return { description: row.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

const written = ({ why, tool, arguments: args }: Step) => `${why}: call ${tool} with ${JSON.stringify(args)}`;

function invalid(message: string): ProblemError {
  return new ProblemError(problem('invalid_params', message));
}
