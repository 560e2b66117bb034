import { version } from '@concord/contract/version';
import {
  type Authoring,
  authoringOf,
  BadFolderSetting,
  type Project,
  type Refreshed,
  type RegistryStatus,
  refreshRegistry,
  registryStatus,
} from '@concord/source-folder';
import type { CommandWords } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { unknownWord, usage } from '../../command/failure.js';
import { printJson } from '../../print/json.js';
import { counted, padded } from '../../print/text.js';
import { folderCommand, splitFolder } from '../project/folder-command.js';
import { projectFor } from '../project/project.js';

type Action = (context: CommandContext, line: CommandWords) => Promise<number>;

/** `mcp registry refresh|status [DIR]`. */
export const registry = folderCommand({
  summary: 'write down the lists of a project, for a server that does not look for changes',
  usage: 'mcp registry refresh | status [DIR] [--filter PATH] [--no-write]',
  flags: ['filter', 'no-write'],
  examples: ['mcp registry refresh', 'mcp registry refresh --no-write --json', 'mcp registry status'],
  more: 'A server with MCPBASH_STATIC_REGISTRY=1 starts from what was written. Exit codes: 0 done · 1 a list failed · 2 wrong usage.',
  run: async (context, line) => {
    const [verb = ''] = line.words;
    const action = Object.hasOwn(actions, verb) ? actions[verb] : undefined;
    if (!action) throw unknownWord('registry', verb || undefined, Object.keys(actions));
    return action(context, line);
  },
});

const actions: Readonly<Record<string, Action>> = {
  refresh: async (context, line) => {
    const { flags } = context;
    const project = projectFor(context, splitFolder(context, line, 1).folder);
    const { settings, build } = await authoringFor(context, project);
    const done = await refreshRegistry(project, settings, {
      ...build,
      filter: flags.filter as string | undefined,
      write: flags['no-write'] === undefined,
    });
    const { tools, resources, prompts, templates } = done;
    if (flags.json)
      await printJson(context, { tools, resources, prompts, templates, notificationsSent: false, mode: 'full' });
    else if (!flags.quiet) await context.stdout(refreshedText(done));
    const all = Object.values(done);
    const isInVain = all.some(({ status }) => status === 'skipped') && all.every(({ count }) => !count);
    if (isInVain && !flags.quiet)
      await context.stderr('warning: the filter leaves nothing of what the project publishes\n');
    return all.some(({ status }) => status === 'failed') ? 1 : 0;
  },
  status: async (context, line) => {
    const { flags } = context;
    for (const name of ['filter', 'no-write'] as const)
      if (flags[name] !== undefined) throw usage(`--${name} is for registry refresh`, 'mcp help registry');
    const project = projectFor(context, splitFolder(context, line, 1).folder);
    const { settings } = await authoringFor(context, project);
    const status = await registryStatus(project, settings);
    if (flags.json) await printJson(context, { projectRoot: project.root, ...status });
    else await context.stdout(statusText(status));
    return 0;
  },
};

/** A project with the settings its server would have. Throws BadFolderSetting where it would not start with them. */
async function authoringFor({ env }: CommandContext, project: Project): Promise<Authoring> {
  const authoring = await authoringOf(project, env, version);
  const wrong = authoring.faults.find(({ level }) => level === 'error');
  if (wrong) throw new BadFolderSetting(wrong.message);
  return authoring;
}

const WIDTH = 11;

function refreshedText(done: Refreshed): string {
  return Object.entries(done)
    .map(
      ([kind, { status, count, error }]) =>
        `${padded(kind, WIDTH)}${status}, ${counted(count, 'item')}${error === null ? '' : `: ${error}`}\n`,
    )
    .join('');
}

function statusText(status: RegistryStatus): string {
  return Object.entries(status)
    .map(([kind, { status: state, path, count, mtime }]) => {
      const facts = mtime === null ? '' : `, ${counted(count ?? 0, 'item')}, ${new Date(mtime * 1_000).toISOString()}`;
      return `${padded(kind, WIDTH)}${state}${facts}  ${path}\n`;
    })
    .join('');
}
