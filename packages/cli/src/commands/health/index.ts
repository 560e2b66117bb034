import { type Health, healthOf, unfit } from '@concord/source-folder';
import type { CommandContext } from '../../command/context.js';
import { folderCommand, splitFolder, WRONG_USAGE } from '../project/folder-command.js';
import { projectFor } from '../project/project.js';
import { secondsIn } from '../project/seconds.js';

const DEFAULT_SECONDS = 5;
const exits = { ok: 0, unhealthy: 1, error: WRONG_USAGE } as const;

/** `mcp health [DIR]`: one line of JSON, whatever happens. */
export const health = folderCommand({
  summary: 'say in one line of JSON whether a project could be served now',
  usage: 'mcp health [DIR] [--timeout SECONDS]',
  flags: [],
  examples: ['mcp health', 'mcp health weather --timeout 2'],
  more: '--timeout is in seconds here (5; MCPBASH_HEALTH_TIMEOUT_SECS). server.d/health-checks.sh is run when it is there. Exit codes: 0 ready · 1 unhealthy or out of time · 2 set up wrong.',
  run: async (context, line) => {
    const project = projectFor(context, splitFolder(context, line, 0).folder);
    const seconds = secondsIn(context.flags) ?? secondsOf(context.env.MCPBASH_HEALTH_TIMEOUT_SECS);
    return print(context, await healthOf(project, context.env, seconds * 1_000));
  },
  fail: (context, { message }) => print(context, unfit('error', message)),
});

/** Not a number, or 0: the default. */
function secondsOf(text = ''): number {
  return (/^\d{1,6}$/.test(text) && Number(text)) || DEFAULT_SECONDS;
}

async function print(context: CommandContext, state: Health): Promise<number> {
  await context.stdout(`${JSON.stringify(state)}\n`);
  return context.interruptedWith() ?? exits[state.status];
}
