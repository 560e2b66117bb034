import { isJsonObject, type Json, type JsonObject, type Outcome } from '@concord/contract';
import type { Call, LogLevel, Tool } from '@concord/engine';
import { askFor } from '../call/elicitation.js';
import { rootAt } from '../call/roots.js';
import type { Answer, ToolContext } from '../call/tool-context.js';
import type { ToolItem } from '../project/items.js';
import { folderSettings } from '../project/settings.js';
import { readValue } from '../result/output.js';
import { ownError } from '../result/own-error.js';
import { settleRun } from '../result/settle-run.js';
import type { TestableModule } from './tested.js';

/** The default export of a module as a Tool that runs in this thread, for tests of the module itself. */
export function moduleTool(module: TestableModule): Tool {
  const given = typeof module === 'function' ? { run: module } : module;
  if (typeof given?.run !== 'function')
    throw new TypeError('the default export of a tool is a function or {meta, run}');
  const meta = (isJsonObject(given.meta as Json) ? given.meta : {}) as JsonObject;
  const { inputSchema, outputSchema, description, name } = meta;
  const item: ToolItem = {
    name: typeof name === 'string' ? name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) : 'tool',
    writtenName: typeof name === 'string' ? name : 'tool',
    description: typeof description === 'string' ? description : '',
    inputSchema: { type: 'object', ...(isJsonObject(inputSchema) && inputSchema) },
    ...(isJsonObject(outputSchema) && { outputSchema }),
    file: '',
    within: '',
    runtime: 'module',
    mode: 'oneshot',
    entry: meta,
  };
  const { description: told, inputSchema: schema } = item;
  return {
    name: item.name,
    description: told,
    inputSchema: schema,
    ...(item.outputSchema && { outputSchema: item.outputSchema }),
    dialect: 'text',
    run: (args, call) => runHere(item, args, call, (...both) => given.run(...both)),
  };
}

type Run = (args: JsonObject, context: ToolContext) => unknown;

async function runHere(item: ToolItem, args: JsonObject, call: Call, run: Run): Promise<Outcome> {
  const settle = (value: Json | undefined, exitCode: number) =>
    settleRun(
      { exitCode, output: readValue(value), printed: false, stderr: '' },
      item,
      folderSettings({}, () => {}),
    );
  try {
    const value = await run(args, contextOf(item, call));
    return settle(value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as Json), 0);
  } catch (error) {
    const { name, code, data, message } = error as { name?: string; code?: number; data?: Json; message?: string };
    const own = name === 'ToolError' ? ownError({ code, message, ...(data !== undefined && { data }) }, 1) : undefined;
    return own ?? settle(error instanceof Error ? error.message : String(error), 1);
  }
}

function contextOf({ writtenName }: ToolItem, call: Call): ToolContext {
  const ask = (question: JsonObject) => askFor(question, 'elicitation', call) as unknown as Promise<Answer>;
  return {
    name: writtenName,
    requestId: call.requestId,
    signal: call.signal,
    meta: call.meta ?? {},
    projectRoot: process.cwd(),
    roots: (call.roots ?? [process.cwd()]).map(path => rootAt(path)),
    progress: (value, total, message) => call.progress(value, total, message),
    log: (level, data, logger) => call.log(level as LogLevel, data, logger),
    elicit: (message, schema) => ask({ message, schema }),
    elicitUrl: (message, url) => ask({ message, url, mode: 'url' }),
    resource: () => {},
  };
}
