import type { JsonObject } from '@concord/contract';
import { type Candidate, signatureOf } from '@concord/engine';
import type { Command } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { type CommandFailure, kindOf, usage } from '../../command/failure.js';
import type { Flags } from '../../command/flags.js';
import { refuseAdditions } from '../../find/adjusted-entry.js';
import { configured } from '../../find/servers.js';
import { onCommand } from '../../find/target.js';
import { allClosed, type Listed, listEachServer } from '../../open/each-server.js';
import { numberOf } from '../../parse/values.js';
import { printJson } from '../../print/json.js';
import { paintFor } from '../../print/paint.js';
import { exitCodeOfAll } from '../../print/server-lines.js';
import { counted, oneLine, visible, widthOf } from '../../print/text.js';
import { readFields } from './fields.js';
import { findMatches } from './find.js';

type Failed = Listed & { readonly failed: CommandFailure };

/** `mcp search <pattern>`. */
export const search: Command = {
  summary: 'find tools by name and description',
  usage: 'mcp search <pattern> [-- command…]',
  flags: ['in', 'regex', 'limit', 'full', 'strict'],
  examples: [
    'mcp search file',
    `mcp search 'read_*'`,
    `mcp search -E '^get-(sum|env)$' --in name`,
    `mcp search file --json | jq -r '.matches[] | "\\(.server)/\\(.tool)"'`,
  ],
  more: `Words must all occur, in any order. With *, ? or [ it is a glob on the whole name, or on server/name when it has a slash.
--limit counts matches, --timeout is for each server.`,
  run: async (context, { words, rest }) => {
    const { flags } = context;
    const pattern = words.join(' ');
    if (pattern.trim() === '') throw usage('What should be searched for?', 'mcp search <pattern>');
    if (!rest) refuseAdditions(context);
    const fields = readFields(flags.in as string | undefined);
    const enabled = rest
      ? [onCommand([pattern], rest, context, false).entry]
      : (await configured(context)).servers.filter(entry => entry.enabled);
    const results = await listEachServer(enabled, context, ['tools']);
    const candidates = results.flatMap(each =>
      'answer' in each ? each.answer.tools.map(tool => ({ server: each.entry.name, tool })) : [],
    );
    const matches = await findMatches(candidates, pattern, fields, flags.regex === true);
    const shown = matches.slice(0, numberOf(flags, 'limit', 'count') ?? matches.length);
    const failed = results.filter((each): each is Failed => 'failed' in each);
    if (flags.json) await printJson(context, documentOf(pattern, matches.length, shown, failed, flags));
    else await context.stdout(textOf(matches.length, shown, results.length, failed, context));
    await allClosed(results);
    return exitCodeOfAll(results, flags.strict === true);
  },
};

function documentOf(
  pattern: string,
  total: number,
  shown: readonly Candidate[],
  failed: readonly Failed[],
  flags: Flags,
): object {
  return {
    pattern,
    total_matches: total,
    matches: shown.map(({ server, tool }) => ({
      server,
      tool: tool.name,
      ...(tool.description !== '' && { description: tool.description }),
      ...(flags.full && {
        signature: signatureOf(tool.name, tool.inputSchema),
        input_schema: tool.inputSchema,
        ...(tool.annotations && { annotations: tool.annotations as JsonObject }),
      }),
    })),
    failed_servers: failed.map(({ entry }) => entry.name),
    ...(failed.length > 0 && {
      failures: failed.map(({ entry, failed: { failure, message } }) => ({
        server: entry.name,
        kind: kindOf(failure),
        message,
      })),
    }),
  };
}

function textOf(
  total: number,
  matches: readonly Candidate[],
  servers: number,
  failed: readonly Failed[],
  context: CommandContext,
): string {
  const paint = paintFor(context, 'stdout');
  const shown = (text: string) => visible(text, context.terminal.stdout);
  const lines = matches.map(({ server, tool }) => {
    const signature = oneLine(
      shown(`${server}/${signatureOf(tool.name, tool.inputSchema)}`),
      Math.max(40, context.columns - 27),
      context.terminal.stdout,
    );
    const room = Math.max(1, context.columns - widthOf(signature) - 3);
    return `${paint.bold(signature)}   ${oneLine(shown(tool.description), room, context.terminal.stdout)}`.trimEnd();
  });
  const names = failed.map(({ entry }) => entry.name);
  const count = `${counted(total, 'match', 'matches')} in ${counted(servers, 'server')}`;
  const summary = names.length === 0 ? count : `${count}, ${names.length} failed: ${names.join(', ')}`;
  return `${[...lines, summary].join('\n')}\n`;
}
