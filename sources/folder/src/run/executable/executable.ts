import { constants } from 'node:os';
import type { JsonObject, Outcome } from '@concord/contract';
import { type Call, type ProcessRequest, type ProcessResult, runProcess } from '@concord/engine';
import { CallFiles } from '../../call/call-files.js';
import { callVariables } from '../../call/call-variables.js';
import { Conversation } from '../../call/file-messages.js';
import { rootsOf } from '../../call/roots.js';
import type { World } from '../../call/run-context.js';
import type { ToolItem } from '../../project/items.js';
import { embed, readWanted } from '../../result/embedded.js';
import { cannotStart, interruptedBy, tooLarge } from '../../result/failures.js';
import { readPrinted } from '../../result/output.js';
import { writtenError } from '../../result/own-error.js';
import { settleRun } from '../../result/settle-run.js';
import { CannotRun, type Command, commandOf, safeFile } from '../pool/tool-command.js';
import { lastTraced, traced } from './trace.js';

/** Runs an executable for one call. */
export async function runExecutable(item: ToolItem, args: JsonObject, call: Call, world: World): Promise<Outcome> {
  const files = new CallFiles(world.folder);
  const conversation = new Conversation(files, call);
  try {
    const command = commandOf(item, safeFile(item, world));
    const result = await runProcess(requestFor(item, command, args, call, files, world));
    conversation.end();
    return await outcomeOf(result, item, call, files, world, conversation);
  } catch (error) {
    if (error instanceof CannotRun) return error.outcome;
    throw error;
  } finally {
    conversation.end();
    files.remove();
  }
}

function requestFor(
  item: ToolItem,
  command: Command,
  args: JsonObject,
  call: Call,
  files: CallFiles,
  world: World,
): ProcessRequest {
  const { settings, project, environment, pipes, launcher, report } = world;
  const argsJson = JSON.stringify(args);
  const own = callVariables(item, args, argsJson, call, rootsOf(call.roots, world.roots), files, world);
  // Spreading both into one literal takes fifteen times as long: so many properties make it work out a new shape at each.
  const env = Object.assign({}, environment, own);
  return {
    command: command.command,
    args: command.args,
    cwd: project.root,
    env: settings.traceTools ? traced(item, env, files, world.folder) : env,
    stdin: argsJson,
    pipes,
    launcher,
    signal: call.signal,
    timeoutMs: Number.POSITIVE_INFINITY,
    maxStdoutBytes: settings.maxOutputBytes,
    maxStderrBytes: settings.maxStderrBytes,
    overflow: 'stop',
    ...(settings.streamStderr && {
      onStderr: text => report({ level: 'info', logger: 'tools', message: `${item.name}: ${text.trimEnd()}` }),
    }),
  };
}

async function outcomeOf(
  result: ProcessResult,
  item: ToolItem,
  call: Call,
  files: CallFiles,
  world: World,
  { sawProgress }: Conversation,
): Promise<Outcome> {
  const { end, stderr, stdoutBytes } = result;
  const { settings } = world;
  switch (end) {
    case 'cancelled':
    case 'timeout':
      return interruptedBy(call, item, settings, stderr, sawProgress);
    case 'too_large':
      return tooLarge(item.name, stdoutBytes > settings.maxOutputBytes ? 'stdout' : 'stderr', settings);
    case 'not_started':
      return cannotStart(item, result.startFailure!);
    default:
      return writtenError(files, call, exitCodeOf(result)) ?? settled(result, item, call, files, world);
  }
}

async function settled(
  result: ProcessResult,
  item: ToolItem,
  call: Call,
  files: CallFiles,
  world: World,
): Promise<Outcome> {
  const { stdout, stderr } = result;
  const { settings, project } = world;
  const exitCode = exitCodeOf(result);
  if (stdout.includes('\uFFFD')) call.log('warning', 'bytes that are not UTF-8 were replaced in the output');
  if (exitCode !== 0 && settings.traceTools) tellTrace(item, files, world);
  const wanted = files.read('resources', LARGEST_LIST);
  const warn = (message: string) => call.log('warning', message);
  const embedded =
    wanted === undefined
      ? []
      : await embed(
          readWanted(wanted),
          rootsOf(call.roots, world.roots),
          project.root,
          settings.maxResourceBytes,
          warn,
        );
  const output = readPrinted(stdout, item.outputSchema !== undefined);
  return settleRun({ exitCode, output, printed: true, stderr, embedded }, item, settings);
}

const LARGEST_LIST = 1_048_576;

function tellTrace({ name }: ToolItem, files: CallFiles, { settings, report }: World): void {
  const line = lastTraced(files, settings);
  if (line !== undefined) report({ level: 'error', logger: 'tools', message: `${name} failed after: ${line}` });
}

/** The status, or 128 and the number of the signal, as shells count. */
function exitCodeOf({ exitCode, signal }: ProcessResult): number {
  return exitCode ?? 128 + (constants.signals[signal as NodeJS.Signals] ?? 0);
}
