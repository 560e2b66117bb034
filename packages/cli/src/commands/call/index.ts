import { compileRedaction, type JsonObject } from '@concord/contract';
import { type Engine, isOn, secretsWith, type Tool } from '@concord/engine';
import { commandEngine } from '../../call/engine.js';
import { invokeTool } from '../../call/invoke-tool.js';
import { printCall } from '../../call/print-call.js';
import { argumentReader } from '../../call/read-arguments.js';
import type { Command } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { forbidden } from '../../command/failure.js';
import { callFlags } from '../../command/flags.js';
import { missingItem } from '../../find/target.js';
import { toolNamed } from '../../find/tool-named.js';
import { type OpenedServer, onServer } from '../../open/on-server.js';
import { readToolTarget } from '../../open/tool-target.js';
import { printJson } from '../../print/json.js';

const LIMIT_MS = 300_000;

/** `mcp call <server>/<tool> [arguments]`. */
export const call: Command = {
  summary: 'call a tool',
  usage: 'mcp call <server>/<tool> | <tool> [json | - | @file | key=value … | --key value …]',
  flags: callFlags,
  open: true,
  examples: [
    'mcp call demo/echo message=hi',
    'mcp call demo/add a=1 b=2 --json --timeout 30s',
    `mcp call demo/add '{"a": 1, "b": 2}' --max-bytes 10k`,
    'mcp call ./scripts/hello',
    'mcp call http://127.0.0.1:7332/mcp echo message=hi',
    'mcp call echo message=hi -- npx -y @modelcontextprotocol/server-everything',
  ],
  more: `Arguments:
  key=value      text, typed by the tool's schema        key:=json     JSON as written
  key=@file      the text of a file (key=@@x is "@x")    key.sub=value into an object
  --key value, --key=value, --key, --no-key              as key=value, true, false
  '{…}', @file, -                                        one JSON object: here, in a file, on stdin
Times are milliseconds or have a unit (500ms, 30s, 5m), sizes are bytes or have one (10k, 1m).`,
  run: async (context, line) => {
    const { flags } = context;
    if (flags['unsafe-output'] && isOn(context.env.CONCORD_FORBID_UNSAFE_OUTPUT))
      throw forbidden(
        '--unsafe-output is not allowed here (CONCORD_FORBID_UNSAFE_OUTPUT)',
        'Leave out --unsafe-output',
      );
    const { entry, item, words } = await readToolTarget(line, context, 'call');
    if (item === undefined) throw missingItem('tool', entry);
    const about = { server: entry.name, tool: item, entry };
    const readFor = argumentReader(words, context, about);
    const engine = commandEngine(context);
    const code = await onServer(entry, about, LIMIT_MS, context, opened =>
      callOn(opened, item, readFor, engine, context),
    );
    await engine.records.flush();
    return code;
  },
};

async function callOn(
  opened: OpenedServer,
  name: string,
  readFor: ReturnType<typeof argumentReader>,
  engine: Engine,
  context: CommandContext,
): Promise<number> {
  const { entry, source, line } = opened;
  const { isRemembered, tools } = source.snapshot();
  if (!isRemembered || !tools.some(tool => tool.name === name)) await source.refresh?.({ kinds: ['tools'] });
  let tool = toolNamed(entry, source.snapshot(), name);
  let given = await readFor(tool.inputSchema);
  let invocation = await invokeTool(tool, given, engine, opened, context);
  const changed =
    invocation.facts.state === 'not_started' && !invocation.outcome.ok ? await changedTool(tool, opened) : undefined;
  if (changed) {
    tool = changed;
    given = await readFor(tool.inputSchema);
    invocation = await invokeTool(tool, given, engine, opened, context);
  }
  await line.end();
  if (context.flags['dry-run'] && invocation.outcome.ok) {
    const known = [...secretsWith(source), ...(tool.secrets?.(given.args) ?? [])];
    const document: JsonObject = { server: entry.name, tool: name, arguments: given.args };
    await printJson(context, compileRedaction({ known }).value(document).value as JsonObject);
    return 0;
  }
  const protocolVersion = source.identity.server?.protocolVersion;
  const details = { dialect: tool.dialect, ...(protocolVersion !== undefined && { protocolVersion }) };
  return printCall(invocation, details, context);
}

/** Looks up a tool whose stored schema refused a call. Returns it when its schema has changed. */
async function changedTool(tool: Tool, { source }: OpenedServer): Promise<Tool | undefined> {
  if (!source.snapshot().isRemembered) return undefined;
  await source.refresh?.({ kinds: ['tools'] });
  const found = source.snapshot().tools.find(each => each.name === tool.name);
  return found && JSON.stringify(found.inputSchema) !== JSON.stringify(tool.inputSchema) ? found : undefined;
}
