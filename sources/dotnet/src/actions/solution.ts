import { each, option, value } from '../argv/parts.js';
import * as parameter from '../table/parameters.js';
import { announcing, names, saying, targetOf, tool } from '../table/rows.js';
import type { Action } from '../table/table.js';

const evaluation = (name: string): Action => ({
  name,
  required: ['solution'],
  optional: [],
  time: 'query',
  data: true,
  announcement: announcing('Evaluating'),
});

const actions: readonly Action[] = [
  {
    name: 'Create',
    required: ['name'],
    optional: names('output format'),
    // The format is always said, since what the SDK would choose by itself depends on its version.
    argv: args => [
      'new',
      'sln',
      ...option('-n', args.name),
      ...option('-o', args.output),
      ...option('--format', args.format ?? 'sln'),
    ],
    time: 'edit',
    lock: { operation: 'solution_create', rule: 'output' },
    announcement: saying('Creating a solution'),
  },
  {
    name: 'Add',
    required: names('solution projects'),
    optional: [],
    argv: args => ['sln', ...value(args.solution), 'add', ...each(args.projects)],
    time: 'edit',
    lock: { operation: 'solution_add', rule: 'solution' },
    announcement: announcing('Adding projects to'),
  },
  {
    name: 'List',
    required: ['solution'],
    optional: [],
    argv: args => ['sln', ...value(args.solution), 'list'],
    time: 'query',
    data: true,
    announcement: announcing('Listing the projects of'),
  },
  {
    name: 'Remove',
    required: names('solution projects'),
    optional: [],
    argv: args => ['sln', ...value(args.solution), 'remove', ...each(args.projects)],
    time: 'edit',
    lock: { operation: 'solution_remove', rule: 'solution' },
    confirm: args => `Remove ${each(args.projects).join(', ')} from ${targetOf(args)}?`,
    announcement: announcing('Removing projects from'),
  },
  ...['Analyze', 'Dependencies', 'Validate'].map(evaluation),
];

/** `dotnet_solution`. */
export const solution = tool({
  name: 'dotnet_solution',
  title: '.NET solution',
  description: 'Creates solutions, adds, lists and removes their projects, and says what is in them.',
  destructive: true,
  parameters: [
    parameter.path('solution', 'Path of the solution, .sln or .slnx.', { rule: 'solution' }),
    parameter.text('name', 'Name of the solution.'),
    parameter.path('output', 'Folder to create it in.'),
    parameter.choice('format', ['sln', 'slnx'], 'Format of the file.', { default: 'sln' }),
    parameter.strings('projects', 'Paths of the projects, at least one.', { isPath: true }),
    ...parameter.working,
  ],
  actions,
});
