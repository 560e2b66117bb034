import type { JsonObject } from '@concord/contract';
import type { Tool } from '@concord/engine';
import { signatureOf } from '@concord/engine';
import type { Command } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import type { CommandFailure } from '../../command/failure.js';
import { listFlags } from '../../command/flags.js';
import { readServers } from '../../find/target.js';
import { allClosed, type Listed, listEachServer, type ServerLists } from '../../open/each-server.js';
import { printJson } from '../../print/json.js';
import { type Paint, paintFor } from '../../print/paint.js';
import { exitCodeOfAll, failedLines, failedMembers, nameWidth, serverHead, totals } from '../../print/server-lines.js';
import { parameterLines } from '../../print/signature.js';
import { counted, oneLine, padded, shownTime, visible, widthOf } from '../../print/text.js';

const WIDEST_SIGNATURE = 40;
const NARROWEST_TEXT = 24;

/** `mcp list [server]`. */
export const list: Command = {
  summary: 'show servers, or the tools of one',
  usage: 'mcp list [server | folder | url | -- command…]',
  flags: listFlags,
  examples: [
    'mcp list',
    'mcp list demo --json',
    'mcp list --timeout 10s --strict',
    'mcp list ./scripts',
    'mcp list -- npx -y @modelcontextprotocol/server-everything',
  ],
  run: async (context, line) => {
    const { flags } = context;
    const results = await listEachServer(await readServers(line, context), context, ['tools']);
    if (flags.json) await printJson(context, documentOf(results, flags.full === true));
    else {
      // All servers at once are too many for their tools to be read.
      const isShort = line.words.length === 0 && !line.rest && !flags.full && !flags.describe;
      await context.stdout(textOf(results, context, isShort));
    }
    await allClosed(results);
    return exitCodeOfAll(results, flags.strict === true);
  },
};

function documentOf(results: readonly Listed[], full: boolean): object {
  const tools = results.map(each => ('answer' in each ? each.answer.tools.length : 0));
  return {
    servers: results.map(each => {
      const members = 'answer' in each ? connected(each.entry.name, each.answer, full) : failedServer(each);
      return full ? { ...members, ...fullMembers(each) } : members;
    }),
    ...totals(results),
    total_tools: tools.reduce((sum, count) => sum + count, 0),
  };
}

function connected(name: string, { tools, withheld = [] }: ServerLists, full: boolean): object {
  return {
    name,
    status: 'connected',
    tool_count: tools.length,
    tools: tools.map(tool => ({
      name: tool.name,
      ...(tool.description !== '' && { description: tool.description }),
      input_schema: tool.inputSchema,
      ...(full && fullTool(tool)),
    })),
    error: null,
    ...(withheld.length > 0 && { hidden_tools: withheld.length }),
  };
}

/** The members of a tool that `--full` adds. */
export function fullTool({ title, annotations, outputSchema }: Tool): JsonObject {
  return {
    ...(title !== undefined && { title }),
    ...(annotations !== undefined && { annotations: annotations as JsonObject }),
    ...(outputSchema !== undefined && { output_schema: outputSchema }),
  };
}

function fullMembers(each: Listed): JsonObject {
  const version = 'answer' in each ? each.answer.server?.protocolVersion : undefined;
  return {
    transport: each.entry.transport,
    ...(each.entry.file !== undefined && { file: each.entry.file }),
    ...(version !== undefined && { protocol_version: version }),
    duration_ms: each.durationMs,
  };
}

function failedServer(each: Listed & { failed: CommandFailure }): object {
  return { name: each.entry.name, status: 'failed', tool_count: 0, tools: [], ...failedMembers(each) };
}

function textOf(results: readonly Listed[], context: CommandContext, isShort: boolean): string {
  const paint = paintFor(context, 'stdout');
  const width = nameWidth(results);
  const lines = results.flatMap(each => {
    if ('failed' in each) return failedLines(each.entry, each.failed, width, paint, context.terminal.stdout);
    const { tools, withheld = [] } = each.answer;
    const count = counted(tools.length, 'tool') + (withheld.length > 0 ? `, ${withheld.length} hidden` : '');
    if (isShort)
      return [serverHead(each.entry, width, `connected  ${count}  ${paint.dim(shownTime(each.durationMs))}`, paint)];
    return [serverHead(each.entry, width, count, paint), ...toolLines(tools, context, paint)];
  });
  const { total_servers, connected_servers, failed_servers } = totals(results);
  const total = results.reduce((sum, each) => sum + ('answer' in each ? each.answer.tools.length : 0), 0);
  const summary = `${counted(total_servers, 'server')}, ${connected_servers} connected, ${failed_servers} failed, ${counted(total, 'tool')}`;
  const more =
    isShort && total > 0 && context.terminal.stdout ? ['mcp list <server> shows tools, --full all of them'] : [];
  return `${[...lines, summary, ...more].join('\n')}\n`;
}

function toolLines(tools: readonly Tool[], context: CommandContext, paint: Paint): string[] {
  const isTerminal = context.terminal.stdout;
  const { describe, full } = context.flags;
  const shown = (text: string) => visible(text, isTerminal);
  const listed = full ? tools : tools.filter(tool => !tool.listedInFull);
  const widest = Math.max(WIDEST_SIGNATURE, context.columns - NARROWEST_TEXT);
  const signatures = listed.map(tool =>
    oneLine(shown(signatureOf(tool.name, tool.inputSchema)), widest - 4, isTerminal),
  );
  const column = Math.min(WIDEST_SIGNATURE, Math.max(0, ...signatures.map(widthOf)));
  const lines = listed.flatMap((tool, index) => {
    const left = `  ${padded(signatures[index]!, column)}  `;
    const room = Math.max(1, context.columns - widthOf(left));
    if (!describe && !full)
      return [`${left}${paint.dim(oneLine(shown(tool.description), room, isTerminal))}`.trimEnd()];
    return [
      left.trimEnd(),
      ...(tool.description === ''
        ? []
        : shown(tool.description)
            .split('\n')
            .map(line => `    ${line}`.trimEnd())),
      ...parameterLines(tool.inputSchema, isTerminal).map(line => `    ${shown(line)}`),
      ...(full
        ? JSON.stringify(tool.inputSchema, null, 2)
            .split('\n')
            .map(line => `    ${shown(line)}`)
        : []),
    ];
  });
  const left = tools.length - listed.length;
  return left > 0 ? [...lines, `  ${paint.dim(`and ${left} more with --full`)}`] : lines;
}
