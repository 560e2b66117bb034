import { version } from '@concord/contract/version';
import { type Diagnosis, diagnose, NoProject, type Project } from '@concord/source-folder';
import type { CommandContext } from '../../command/context.js';
import { printJson } from '../../print/json.js';
import { type Paint, paintFor } from '../../print/paint.js';
import { counted, visible } from '../../print/text.js';
import { folderCommand, splitFolder } from '../project/folder-command.js';
import { projectFor, relativeFolder } from '../project/project.js';

/** `mcp doctor [DIR]`. */
export const doctor = folderCommand({
  summary: 'look whether this machine and a project are fit to serve',
  usage: 'mcp doctor [DIR] [--fix] [--dry-run]',
  flags: ['fix', 'dry-run'],
  examples: ['mcp doctor', 'mcp doctor --fix', 'mcp doctor --json'],
  more: '--fix sets execute bits and permissions, and nothing else. Exit codes: 0 fit · 1 not fit · 2 wrong usage.',
  run: async (context, line) => {
    const { flags } = context;
    const { folder } = splitFolder(context, line, 0);
    const diagnosis = await diagnose(projectOrWhyNot(context, folder), {
      env: context.env,
      version,
      fix: flags.fix === true,
      dryRun: flags['dry-run'] === true,
      isNamed: folder !== undefined || Boolean(context.env.MCPBASH_PROJECT_ROOT),
    });
    if (flags.json) await printJson(context, diagnosis);
    else await context.stdout(textOf(diagnosis, context, paintFor(context, 'stdout')));
    return diagnosis.exitCode;
  },
});

function projectOrWhyNot(context: CommandContext, folder: string | undefined): Project | NoProject {
  try {
    return projectFor(context, folder);
  } catch (error) {
    if (error instanceof NoProject) return error;
    throw error;
  }
}

const colours = { error: 'red', warning: 'yellow', info: 'dim' } as const;

function textOf(
  { runtime, project, findings, actionsTaken, proposedActions, errors, warnings }: Diagnosis,
  { cwd, terminal }: CommandContext,
  paint: Paint,
): string {
  const shown = (text: string) => visible(text, terminal.stdout);
  const { node, jq, git, tmpRoot } = runtime;
  return [
    `node ${node}, mcp ${runtime.version}, temporary folder ${tmpRoot}, jq ${jq ?? 'not found'}, git ${git ?? 'not found'}`,
    ...(project ? [`${shown(relativeFolder(cwd, project.root))}: ${counted(project.toolsCount, 'tool')}`] : []),
    ...findings.flatMap(({ severity, id, message, suggestedCommand }) => [
      `${paint[colours[severity]](`${severity}:`)} ${shown(message)} (${id})`,
      ...(suggestedCommand === null ? [] : [`  try: ${shown(suggestedCommand)}`]),
    ]),
    ...actionsTaken.map(action => `done: ${shown(action)}`),
    ...(proposedActions.length === 0
      ? []
      : ['mcp doctor --fix would do:', ...proposedActions.map(each => `  ${shown(each)}`)]),
    `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`,
    '',
  ].join('\n');
}
