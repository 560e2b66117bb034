import type { ServerEntry } from '@concord/client';
import type { JsonObject } from '@concord/contract';
import type { Source, Tool } from '@concord/engine';
import { parametersOf, signatureOf } from '@concord/engine';
import type { Command } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { CommandFailure, exitCodeOf, toCommandFailure } from '../../command/failure.js';
import type { Target } from '../../find/target.js';
import { toolNamed } from '../../find/tool-named.js';
import { LIST_LIMIT_MS } from '../../open/each-server.js';
import { onServer } from '../../open/on-server.js';
import { readToolTarget } from '../../open/tool-target.js';
import { failureText } from '../../print/error.js';
import { printJson } from '../../print/json.js';
import { paintFor } from '../../print/paint.js';
import { exampleOf, parameterLines } from '../../print/signature.js';
import { counted, visible } from '../../print/text.js';
import { typescriptSignature } from '../../print/typescript.js';
import { fullTool } from '../list/index.js';
import { describeServer, failedServerInfo } from './server-info.js';

/** `mcp info <server>/<tool>` and `mcp info <server>`. */
export const info: Command = {
  summary: 'show a tool and its parameters, or a server',
  usage: 'mcp info <server>[/<tool>] | <url> [tool] | [tool] -- command…',
  flags: ['full'],
  examples: ['mcp info demo/add', 'mcp info demo', 'mcp info demo/add --json | jq .parameters'],
  run: async (context, line) => {
    const target = await readToolTarget(line, context, 'info');
    return target.item === undefined ? serverInfo(target, context) : toolInfo(target.item, target, context);
  },
};

function toolInfo(name: string, { entry }: Target, context: CommandContext): Promise<number> {
  const about = { server: entry.name, tool: name, entry };
  return onServer(entry, about, LIST_LIMIT_MS, context, async ({ source, line }) => {
    await source.refresh?.({ kinds: ['tools'] });
    const tool = toolNamed(entry, source.snapshot(), name);
    await line.end();
    if (context.flags.json) await printJson(context, describeTool(entry, tool, context.flags.full === true));
    else await context.stdout(`${toolText(entry, tool, context)}\n`);
    return 0;
  });
}

async function serverInfo({ entry }: Target, context: CommandContext): Promise<number> {
  try {
    return await onServer(entry, { server: entry.name, entry }, LIST_LIMIT_MS, context, async ({ source, line }) => {
      await source.refresh?.();
      await line.end();
      if (context.flags.json) await printJson(context, describeServer(entry, source, context));
      else await context.stdout(`${serverText(entry, source, context)}\n`);
      return 0;
    });
  } catch (error) {
    const failed = toCommandFailure(error, { server: entry.name, entry });
    if (!(error instanceof CommandFailure) || context.flags.dialect !== undefined) throw failed;
    if (context.flags.json) await printJson(context, failedServerInfo(entry, failed, context));
    else await context.stderr(failureText(failed.failure.problems, { server: entry.name, tool: '' }, context));
    return context.interruptedWith() ?? exitCodeOf(failed.failure);
  }
}

function describeTool(entry: ServerEntry, tool: Tool, full: boolean): JsonObject {
  const { name, description, inputSchema } = tool;
  return {
    name,
    ...(description !== '' && { description }),
    server: entry.name,
    parameters: parametersOf(inputSchema) as unknown as readonly JsonObject[],
    input_schema: inputSchema,
    ...(full && {
      ...fullTool(tool),
      signature: signatureOf(name, inputSchema),
      example: exampleOf(entry, name, inputSchema),
    }),
  };
}

function toolText(entry: ServerEntry, tool: Tool, context: CommandContext): string {
  const { name, description, inputSchema, annotations, outputSchema } = tool;
  const paint = paintFor(context, 'stdout');
  const shown = (text: string) => visible(text, context.terminal.stdout);
  const hints = [annotations?.readOnlyHint && 'read-only', annotations?.idempotentHint && 'idempotent'].filter(Boolean);
  const schemas = context.flags.full ? [inputSchema, ...(outputSchema ? [outputSchema] : [])] : [];
  return [
    `${paint.bold(shown(`${entry.name}/${name}`))}${hints.length > 0 ? `   ${hints.join(', ')}` : ''}`,
    ...(description === '' ? [] : [shown(description)]),
    shown(typescriptSignature(name, inputSchema, outputSchema)),
    ...parameterLines(inputSchema, context.terminal.stdout).map(line => `  ${shown(line)}`),
    ...schemas.map(schema => shown(JSON.stringify(schema, null, 2))),
    shown(exampleOf(entry, name, inputSchema)),
  ].join('\n');
}

function serverText(entry: ServerEntry, source: Source, context: CommandContext): string {
  const { server: facts, instructions } = source.identity;
  const paint = paintFor(context, 'stdout');
  const shown = (text: string) => visible(text, context.terminal.stdout);
  const { tools, resources, resourceTemplates, prompts, leftOut = [] } = source.snapshot();
  const { target, env, headers } = describeServer(entry, source, context);
  const counts = [
    counted(tools.length, 'tool'),
    counted(resources.length, 'resource'),
    counted(resourceTemplates.length, 'template'),
    counted(prompts.length, 'prompt'),
  ];
  const names = (label: string, list: readonly string[]) => (list.length === 0 ? [] : [`${label}: ${list.join(', ')}`]);
  return [
    `${paint.bold(entry.name)}  ${entry.transport}  ${counts.join(', ')}`,
    shown(target),
    ...(entry.file === undefined ? [] : [`from ${entry.file} (${entry.client}, ${entry.scope})`]),
    ...(facts
      ? [shown(`${facts.serverInfo.name} ${facts.serverInfo.version}, protocol ${facts.protocolVersion}`)]
      : []),
    ...names('env', env),
    ...names('headers', headers),
    ...(instructions === undefined ? [] : [shown(instructions)]),
    ...tools.map(tool => `  ${shown(signatureOf(tool.name, tool.inputSchema))}`),
    ...leftOut.map(sentence => shown(`note: ${sentence}`)),
  ].join('\n');
}
