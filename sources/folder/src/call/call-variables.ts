import type { JsonObject } from '@concord/contract';
import type { Call } from '@concord/engine';
import type { ToolItem } from '../project/items.js';
import type { CallFileName, CallFiles } from './call-files.js';
import type { Root } from './roots.js';
import type { RunContext } from './run-context.js';

/** The longest string Linux takes in an environment is 128 KiB; what all of them may take together is more than this. */
const LONGEST_VARIABLE = 120_000;
const ROOM = 1_000_000;

/** What a single call adds to the environment of its tool. */
export function callVariables(
  item: ToolItem,
  args: JsonObject,
  argsJson: string,
  call: Call,
  roots: readonly Root[],
  files: CallFiles,
  { settings, environment }: RunContext,
): Record<string, string> {
  const longest = sizeOf(environment) > ROOM ? 0 : Math.min(settings.payloadThreshold, LONGEST_VARIABLE);
  const spilled = (variable: string, name: CallFileName, json: string): Record<string, string> => {
    const fits = settings.payloadThreshold > 0 && Buffer.byteLength(json) <= longest;
    return fits
      ? { [`${variable}_JSON`]: json, [`${variable}_FILE`]: '' }
      : { [`${variable}_JSON`]: '', [`${variable}_FILE`]: files.write(name, json) };
  };
  const own = spilled('MCP_TOOL_ARGS', 'args', argsJson);
  return {
    MCP_TOOL_NAME: item.writtenName,
    MCP_TOOL_PATH: item.file,
    ...own,
    ...spilled('MCP_TOOL_METADATA', 'metadata', once(item.entry, JSON.stringify)),
    ...spilled('MCP_TOOL_META', 'meta', JSON.stringify(call.meta ?? {})),
    ...(own.MCP_TOOL_ARGS_FILE === '' && singleArguments(args)),
    MCP_TOOL_ERROR_FILE: files.path('error'),
    MCP_TOOL_RESOURCES_FILE: files.path('resources'),
    MCP_PROGRESS_STREAM: files.path('progress'),
    MCP_PROGRESS_TOKEN: tokenOf(call),
    MCP_LOG_STREAM: files.path('log'),
    MCP_CANCEL_FILE: files.path('cancel'),
    MCP_ELICIT_SUPPORTED: call.canElicit ? '1' : '0',
    MCP_ELICIT_REQUEST_FILE: files.path('ask'),
    MCP_ELICIT_RESPONSE_FILE: files.path('answer'),
    MCP_ROOTS_JSON: once(roots, JSON.stringify),
    MCP_ROOTS_PATHS: roots.map(({ path }) => path).join('\n'),
    MCP_ROOTS_COUNT: String(roots.length),
    CONCORD_REQUEST_ID: call.requestId,
  };
}

const known = new WeakMap<object, unknown>();

/** Computes a value for the first call and remembers it for the others. */
function once<Given extends object, Made>(given: Given, make: (given: Given) => Made): Made {
  if (!known.has(given)) known.set(given, make(given));
  return known.get(given) as Made;
}

function sizeOf(environment: Readonly<Record<string, string>>): number {
  const count = (given: typeof environment) =>
    Object.entries(given).reduce((sum, [name, value]) => sum + name.length + value.length + 2, 0);
  return once(environment, count);
}

/** Each plain argument by its name, for tools that read no JSON. */
function singleArguments(args: JsonObject): Record<string, string> {
  const plain = Object.entries(args).filter(
    ([name, value]) =>
      /^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name) &&
      ['string', 'number', 'boolean'].includes(typeof value) &&
      !String(value).includes('\0'),
  );
  return Object.fromEntries(plain.map(([name, value]) => [`MCP_ARG_${name}`, String(value)]));
}

function tokenOf({ meta, wantsProgress }: Call): string {
  const token = meta?.progressToken;
  return wantsProgress && (typeof token === 'string' || typeof token === 'number')
    ? String(token).replaceAll('\0', '')
    : '';
}
