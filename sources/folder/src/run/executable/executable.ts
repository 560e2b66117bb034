import type { JsonObject, Outcome } from '@concord/contract';
import { type Call, exitCodeOf, type ProcessRequest, type ProcessResult, runProcess } from '@concord/engine';
import { CallFiles } from '../../call/call-files.js';
import { callVariables } from '../../call/call-variables.js';
import { FileMessages } from '../../call/file-messages.js';
import { rootsOf } from '../../call/roots.js';
import type { RunContext } from '../../call/run-context.js';
import type { ToolItem } from '../../project/items.js';
import { embed, readEmbeddedList } from '../../result/embedded.js';
import { cannotStart, interruptedBy, tooLarge } from '../../result/failures.js';
import { readPrinted } from '../../result/output.js';
import { writtenError } from '../../result/own-error.js';
import { settleRun } from '../../result/settle-run.js';
import { CannotRun, type Command, commandOf, safeFile } from '../pool/tool-command.js';
import { lastTraced, traced } from './trace.js';

/** Runs an executable for one call. */
export async function runExecutable(
  item: ToolItem,
  args: JsonObject,
  call: Call,
  context: RunContext,
): Promise<Outcome> {
  const files = new CallFiles(context.folder);
  const messages = new FileMessages(files, call);
  try {
    const command = commandOf(item, safeFile(item, context));
    const result = await runProcess(requestFor(item, command, args, call, files, context));
    messages.end();
    return await outcomeOf(result, item, call, files, context, messages);
  } catch (error) {
    if (error instanceof CannotRun) return error.outcome;
    throw error;
  } finally {
    messages.end();
    files.remove();
  }
}

function requestFor(
  item: ToolItem,
  command: Command,
  args: JsonObject,
  call: Call,
  files: CallFiles,
  context: RunContext,
): ProcessRequest {
  const { settings, project, environment, pipes, launcher, report } = context;
  const argsJson = JSON.stringify(args);
  const own = callVariables(item, args, argsJson, call, rootsOf(call.roots, context.roots), files, context);
  // Spreading both into one literal takes fifteen times as long: each of the many properties makes V8 derive a new shape.
  const env = Object.assign({}, environment, own);
  return {
    command: command.command,
    args: command.args,
    cwd: project.root,
    env: settings.traceTools ? traced(item, env, files, context.folder) : env,
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
  context: RunContext,
  { sawProgress }: FileMessages,
): Promise<Outcome> {
  const { end, stderr, stdoutBytes } = result;
  const { settings } = context;
  switch (end) {
    case 'cancelled':
    case 'timeout':
      return interruptedBy(call, item, settings, stderr, sawProgress);
    case 'too_large':
      return tooLarge(item.name, stdoutBytes > settings.maxOutputBytes ? 'stdout' : 'stderr', settings);
    case 'not_started':
      return cannotStart(item, result.startFailure!);
    default:
      return writtenError(files, call, exitCodeOf(result)) ?? settled(result, item, call, files, context);
  }
}

async function settled(
  result: ProcessResult,
  item: ToolItem,
  call: Call,
  files: CallFiles,
  context: RunContext,
): Promise<Outcome> {
  const { stdout, stderr } = result;
  const { settings, project } = context;
  const exitCode = exitCodeOf(result);
  if (stdout.includes('\uFFFD')) call.log('warning', 'bytes that are not UTF-8 were replaced in the output');
  if (exitCode !== 0 && settings.traceTools) reportTrace(item, files, context);
  const list = files.read('resources', LARGEST_LIST);
  const warn = (message: string) => call.log('warning', message);
  const embedded =
    list === undefined
      ? []
      : await embed(
          readEmbeddedList(list),
          rootsOf(call.roots, context.roots),
          project.root,
          settings.maxResourceBytes,
          warn,
        );
  const output = readPrinted(stdout, item.outputSchema !== undefined);
  return settleRun({ exitCode, output, printed: true, stderr, embedded }, item, settings);
}

const LARGEST_LIST = 1_048_576;

function reportTrace({ name }: ToolItem, files: CallFiles, { settings, report }: RunContext): void {
  const line = lastTraced(files, settings);
  if (line !== undefined) report({ level: 'error', logger: 'tools', message: `${name} failed after: ${line}` });
}
