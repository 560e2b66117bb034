import { nearest } from '@concord/engine';
import { notFound, toCommandFailure } from '../failure.js';
import { printJson } from '../print/json.js';
import { parametersOf, signatureOf } from '../print/signature.js';
import { visible } from '../print/text.js';
import { type ListedTool, type OpenServer, openServer } from '../servers.js';
import { readTarget } from '../target/target.js';
import type { Command } from './command.js';

/** `mcp info <server>/<tool>` and `mcp info <server>`. */
export const info: Command = {
  summary: 'show a tool and its parameters, or a server',
  usage: 'mcp info <server>[/<tool>]',
  flags: ['full'],
  examples: ['mcp info demo/add', 'mcp info demo', 'mcp info demo/add --json | jq .parameters'],
  run: async (shell, line) => {
    const { entry, item } = await readTarget(line, shell, 'tool');
    const server = await openServer(entry, shell, line.flags).catch(error => {
      throw toCommandFailure(error, { server: entry.name });
    });
    try {
      const document = item === undefined ? describeServer(server) : describeTool(server, toolNamed(server, item));
      if (line.flags.json) await printJson(shell, line.flags, document);
      else {
        const text = item === undefined ? serverText(server) : toolText(server, toolNamed(server, item));
        await shell.stdout(`${visible(text, shell.terminal.stdout)}\n`);
      }
      return 0;
    } finally {
      await server.close();
    }
  },
};

/** The tool of that name; a near name is told, never taken. */
export function toolNamed(server: OpenServer, name: string): ListedTool {
  const found = server.tools.find(tool => tool.name === name);
  if (found) return found;
  const near = nearest(
    name,
    server.tools.map(tool => tool.name),
  );
  throw notFound(`tool '${name}' on '${server.entry.name}'`, near, { server: server.entry.name, tool: name });
}

function describeTool({ entry }: OpenServer, { name, description, inputSchema }: ListedTool): object {
  return {
    name,
    ...(description !== undefined && { description }),
    server: entry.name,
    parameters: parametersOf(inputSchema),
    input_schema: inputSchema,
  };
}

function describeServer({ entry, tools, source, connection }: OpenServer): object {
  const { resources, prompts } = source.snapshot();
  const { command, args, url, use, env, headers } = entry.entry;
  const facts = connection?.facts;
  return {
    name: entry.name,
    status: 'connected',
    transport: entry.transport,
    target: String(url ?? use ?? [command, ...((args as string[] | undefined) ?? [])].join(' ')),
    ...(entry.file !== undefined && { file: entry.file }),
    scope: entry.scope,
    client: entry.client,
    ...(facts && {
      protocol_version: facts.protocolVersion,
      server_info: facts.serverInfo,
      capabilities: facts.capabilities,
    }),
    ...(source.identity.instructions !== undefined && { instructions: source.identity.instructions }),
    env: Object.keys((env as object | undefined) ?? {}),
    headers: Object.keys((headers as object | undefined) ?? {}),
    tool_count: tools.length,
    tools: tools.map(tool => tool.name),
    resource_count: resources.length,
    prompt_count: prompts.length,
  };
}

function toolText({ entry }: OpenServer, { name, description, inputSchema, tool }: ListedTool): string {
  const parameters = parametersOf(inputSchema);
  const width = Math.max(0, ...parameters.map(each => each.name.length));
  const types = Math.max(0, ...parameters.map(each => each.param_type.length));
  const hints = [
    tool.annotations?.readOnlyHint && 'read-only',
    tool.annotations?.idempotentHint && 'idempotent',
  ].filter(Boolean);
  const example = parameters.filter(each => each.required).map(each => `${each.name}=<${each.param_type}>`);
  return [
    `${entry.name}/${name}${hints.length > 0 ? `   ${hints.join(', ')}` : ''}`,
    ...(description === undefined ? [] : [description]),
    ...parameters.map(each =>
      `  ${each.name.padEnd(width)}   ${each.param_type.padEnd(types)}   ${each.required ? 'required' : 'optional'}   ${each.description ?? ''}`.trimEnd(),
    ),
    ['mcp call', `${entry.name}/${name}`, ...example].join(' '),
  ].join('\n');
}

function serverText(server: OpenServer): string {
  const { entry, tools, source } = server;
  const { resources, prompts, resourceTemplates } = source.snapshot();
  const counts = `${tools.length} tools, ${resources.length} resources, ${resourceTemplates.length} templates, ${prompts.length} prompts`;
  return [
    `${entry.name}  ${entry.transport}  ${counts}`,
    ...tools.map(tool => `  ${signatureOf(tool.name, tool.inputSchema)}`),
  ].join('\n');
}
