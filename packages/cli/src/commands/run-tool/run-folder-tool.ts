import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { isJsonObject, type JsonObject, type Outcome, rpcCodes } from '@concord/contract';
import { version } from '@concord/contract/version';
import { createEngine, type Invocation, invoke, isOn, type Tool } from '@concord/engine';
import { encodeCall, RpcError } from '@concord/server';
import {
  BadFolderSetting,
  openFolder,
  type PlannedCall,
  type Project,
  planCall,
  serverEnvironmentFile,
  sourcedEnvironment,
  unknownTool,
} from '@concord/source-folder';
import type { CommandContext } from '../../command/context.js';
import type { Flags } from '../../command/flags.js';
import { secondsIn } from '../project/seconds.js';

/** The result of a run: the document to print and the exit code. */
export interface RunTool {
  readonly document: JsonObject;
  readonly exitCode: number;
}

/** A tool of a project, its arguments and its environment. */
export interface FolderToolCall {
  readonly project: Project;
  readonly name: string;
  readonly args: JsonObject;
  readonly env: CommandContext['env'];
  readonly roots: readonly string[] | undefined;
}

/** Reads what a command line says about a call, and loads the files it names into the environment. Throws BadFolderSetting. */
export async function readFolderToolCall(
  context: CommandContext,
  project: Project,
  name: string,
  args: JsonObject,
): Promise<FolderToolCall> {
  const roots = (context.flags.roots as string | undefined)
    ?.split(',')
    .filter(path => path !== '')
    .map(path => resolve(context.cwd, path));
  if (roots?.length === 0)
    throw new BadFolderSetting(
      '--roots names no folder',
      'Name folders with commas between them, or leave --roots out',
    );
  const env = context.flags.verbose ? { ...context.env, MCPBASH_TOOL_STREAM_STDERR: 'true' } : context.env;
  const files = await environmentFiles(context, project);
  return { project, name, args, env: await sourcedEnvironment(env, files, project.root), roots };
}

async function environmentFiles({ cwd, env, flags }: CommandContext, project: Project): Promise<readonly string[]> {
  const isWanted = flags['with-server-env'] === true || isOn(env.MCPBASH_RUN_TOOL_SOURCE_SERVER_ENV);
  const own = isWanted ? await serverEnvironmentFile(project) : undefined;
  const named = ((flags.source as readonly string[] | undefined) ?? []).map(file => {
    const here = resolve(cwd, file);
    return isAbsolute(file) || existsSync(here) ? here : resolve(project.root, file);
  });
  return own === undefined ? named : [own, ...named];
}

/** Describes the call without making it; the error document when there is no such tool. */
export async function planFolderToolCall(
  { project, name, args, env, roots }: FolderToolCall,
  flags: Flags,
): Promise<PlannedCall | RunTool> {
  const plan = await planCall(project, name, { env, version, args, roots, timeoutSecs: secondsIn(flags) });
  return 'unknown' in plan ? noSuchTool(plan) : plan;
}

/** Calls the tool as the server of its project would. */
export async function runFolderTool(toolCall: FolderToolCall, context: CommandContext): Promise<RunTool> {
  const { project, name, args, env, roots } = toolCall;
  const allowed = context.flags['allow-all']
    ? ['*']
    : [
        ...(context.flags['allow-self'] ? [name] : []),
        ...((context.flags.allow as readonly string[] | undefined) ?? []),
      ];
  const source = await openFolder(project.root, {
    env,
    version,
    isPublic: false,
    also: allowed,
    allowHint: 'Allow it with --allow-self',
    ...(roots && { roots }),
  });
  // Warm programs and threads do not keep the process alive, so a timer does during the call.
  const alive = setInterval(() => {}, KEEP_ALIVE_MS);
  try {
    source.onReport(({ level, message, detail }) => {
      const isTold = context.flags.verbose || level === 'warning' || level === 'error';
      const whole = context.flags.verbose && detail !== undefined ? `${message}: ${detail}` : message;
      if (isTold && !context.flags.quiet) void context.stderr(`${level}: ${whole}\n`);
    });
    await source.open();
    const { tools } = source.snapshot();
    const tool = tools.find(each => each.name === name || each.dottedName === name);
    if (!tool) return noSuchTool(unknownTool(name, tools));
    return answered(await call(tool, args, source.identity.name, context), tool, context);
  } finally {
    await source.close();
    clearInterval(alive);
  }
}

const KEEP_ALIVE_MS = 60_000;

function call(tool: Tool, args: JsonObject, server: string, context: CommandContext): Promise<Invocation> {
  const seconds = secondsIn(context.flags);
  const tell = (text: string) => {
    if (context.flags.verbose) void context.stderr(`${text}\n`);
  };
  return invoke(tool, args, {
    engine: createEngine({ env: context.env, warn: message => void context.stderr(`warning: ${message}\n`) }),
    signal: context.signal,
    server,
    caller: { name: 'mcp', transport: 'cli' },
    ...(seconds !== undefined && { timeoutMs: seconds * 1_000 }),
    onProgress: ({ progress, total, message }) =>
      tell(`progress: ${[[progress, total].filter(Number.isFinite).join('/'), message].filter(Boolean).join(' ')}`),
    onLog: ({ level, logger, data }) =>
      tell(`${level}: ${logger}: ${typeof data === 'string' ? data : JSON.stringify(data)}`),
  });
}

/** The document that the server would have sent: the result or the error. */
function answered({ outcome, facts }: Invocation, tool: Tool, context: CommandContext): RunTool {
  const exitCode = outcome.ok ? 0 : exitCodeOf(outcome.problems[0].kind, facts.state, context);
  try {
    return { document: encodeCall(outcome, facts, tool, { era: 'handshake', signal: context.signal }), exitCode };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { document: toolError(withHint(error, outcome)), exitCode };
  }
}

/** Adds the hint of the problem to the data of the error. */
function withHint({ code, message, data }: RpcError, outcome: Outcome): Pick<RpcError, 'code' | 'message' | 'data'> {
  const hint = outcome.ok ? undefined : outcome.problems[0].hint;
  if (hint === undefined || !isJsonObject(data)) return { code, message, ...(data !== undefined && { data }) };
  return { code, message, data: { hint, ...data } };
}

const FAILED = 2;
const exits: Readonly<Record<string, number>> = { timeout: 3, cancelled: 130 };

function exitCodeOf(kind: string, state: string, context: CommandContext): number {
  if (kind === 'cancelled') return context.interruptedWith() ?? 130;
  if (kind === 'invalid_params' && state === 'not_started') return 1;
  return exits[kind] ?? FAILED;
}

function noSuchTool({ unknown, nearest }: ReturnType<typeof unknownTool>): RunTool {
  const hint = '`mcp validate` tells which files were left out, and why';
  return {
    document: toolError({
      code: rpcCodes.methodNotFound,
      message: `There is no tool '${unknown}'`,
      data: { ...(nearest !== undefined && { nearest }), hint },
    }),
    exitCode: FAILED,
  };
}

function toolError({ code, message, data }: Pick<RpcError, 'code' | 'message' | 'data'>): JsonObject {
  return { _mcpToolError: true, code, message, ...(data !== undefined && { data }) };
}
