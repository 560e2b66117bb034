import type { Command } from '../../command/command.js';
import { usage } from '../../command/failure.js';
import { commandOn } from '../../command/next-command.js';
import { readTarget } from '../../find/target.js';
import { LIST_LIMIT_MS } from '../../open/each-server.js';
import { onServer } from '../../open/on-server.js';
import { printText } from '../../print/json.js';
import { visible } from '../../print/text.js';

/** `mcp logs <server>`. */
export const logs: Command = {
  summary: 'show what a server has written to stderr',
  usage: 'mcp logs <server> | -- command…',
  flags: [],
  examples: ['mcp logs files', 'mcp logs files --json', 'mcp logs -- node server.js'],
  more: `The end of it since the server was started, at most 64 KiB, secrets masked. One that is warm is asked; another is started for it.
Any command shows the lines as they come with --server-logs.`,
  run: async (context, line) => {
    const { entry, item } = await readTarget(line, context, 'server');
    if (item !== undefined) throw usage('One server at a time', commandOn('logs', entry));
    const about = { server: entry.name, entry, showsLogs: true };
    return onServer(entry, about, LIST_LIMIT_MS, context, async ({ source, line: progress }) => {
      if (entry.transport !== 'stdio' || !source.logged)
        throw usage(
          `'${entry.name}' is no program that mcp starts: what it logs stays with it`,
          commandOn('info', entry),
        );
      // What it writes while it starts has arrived when it has answered a question.
      await source.refresh?.({ kinds: ['tools'] });
      await progress.end();
      const lines = source.logged();
      if (lines.length > 0) await printText(context, `${visible(lines.join('\n'), context.terminal.stdout)}\n`);
      else if (context.flags.json) await printText(context, '');
      else await context.stderr(`note: ${entry.name} has written nothing to stderr since it was started\n`);
      return 0;
    });
  },
};
