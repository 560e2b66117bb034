import { canonicalMessages, failure, problem, success } from '@concord/contract';
import { createEngine, invoke, type Tool } from '@concord/engine';
import type { CommandContext } from '../../command/context.js';
import { readDuration } from '../../parse/values.js';
import { ProgressLine } from '../../print/progress-line.js';
import { visible } from '../../print/text.js';
import { ContextFailure, contextFailure } from './failure.js';
import { type ContextLine, ContextUsage, readContextLine } from './parse.js';
import { checkContextLine, verbs } from './verbs.js';

/** Runs a command line of `mcp context` and returns its exit code; undefined when it asks for help. */
export async function runContext(context: CommandContext, argv: readonly string[]): Promise<number | undefined> {
  try {
    const line = readContextLine(argv);
    if (line === undefined) return undefined;
    checkContextLine(line.given, line.verb, context);
    return await runLine(context, line);
  } catch (error) {
    if (!(error instanceof ContextUsage)) throw error;
    await printLine(context, error.message);
    return 1;
  }
}

async function runLine(context: CommandContext, { verb, given }: ContextLine): Promise<number> {
  const line = new ProgressLine(
    { ...context, flags: given.quiet === undefined ? {} : { quiet: true } },
    `context ${verb}`,
  );
  let failed: ContextFailure | undefined;
  let work: Promise<void> | undefined;
  const tool: Tool = {
    name: `context_${verb}`,
    description: `mcp context ${verb}`,
    inputSchema: { type: 'object' },
    dialect: 'error-v0',
    redaction: 'on-request',
    run: async (_args, call) => {
      const onProgress = (done: number, total: number) => line.progress(`${done} of ${total}`);
      work = verbs[verb]({ given, context, signal: call.signal, onProgress });
      try {
        await work;
        return success();
      } catch (error) {
        call.signal.throwIfAborted();
        failed = contextFailure(error);
        return failure(problem('internal', failed.message));
      }
    },
  };
  const timeoutMs = verb === 'resolve' || verb === 'verify' ? timeoutOf(given.timeout) : undefined;
  const { outcome } = await invoke(
    tool,
    {},
    {
      engine: createEngine({ env: context.env, warn: () => {} }),
      signal: context.signal,
      server: 'context',
      caller: { name: 'mcp', transport: 'cli' },
      timeoutMs: timeoutMs ?? Number.MAX_SAFE_INTEGER,
    },
  );
  // A cancelled build removes its temporary files before the command ends.
  const isDone = await work?.then(
    () => true,
    () => false,
  );
  await line.end();
  // A signal after the work was done changes nothing: a cache that was swapped in stays.
  if (outcome.ok || isDone) return 0;
  const interrupted = context.interruptedWith();
  if (interrupted !== undefined) return interrupted;
  return printFailure(
    context,
    given,
    failed ?? new ContextFailure('internal_error', 7, `Internal error: ${outcome.problems[0].message}`),
  );
}

async function printFailure(
  context: CommandContext,
  given: Readonly<Record<string, string>>,
  failed: ContextFailure,
): Promise<number> {
  const { code } = failed;
  if (given.json !== undefined)
    await context.stdout(`${JSON.stringify({ error: { code, message: canonicalMessages[code] } })}\n`);
  await printLine(context, failed.message);
  return failed.exitCode;
}

/** One line, whatever the message quotes. */
function printLine(context: CommandContext, message: string): Promise<void> {
  return context.stderr(`error: ${visible(message, true).replace(/\n/g, '\\n')}\n`);
}

/** The time limit in milliseconds; undefined for no limit, which 0 means too. */
function timeoutOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const milliseconds = readDuration(text);
  if (milliseconds === undefined) throw new ContextUsage('--timeout must be a time such as 500ms, 30s or 5m');
  return milliseconds || undefined;
}
