import { cancelled, failure, type JsonObject, type Outcome, problem } from '@concord/contract';
import type { Call, StartFailure } from '@concord/engine';
import { whyNotStarted } from '../files/how-to-run.js';
import type { ToolItem } from '../project/items.js';
import type { FolderSettings } from '../project/settings.js';
import { lastBytes } from './last-bytes.js';

/** The outcome when a tool's file may not or cannot be run. Nothing was started. */
export function unusableFile(kind: 'forbidden' | 'io', name: string, reason: string): Outcome {
  return failure(problem(kind, `Tool '${name}' cannot be run: ${reason}`), { state: 'not_started' });
}

/** The outcome when the system could not start a tool. */
export function cannotStart({ name, file }: ToolItem, failed: StartFailure): Outcome {
  const message = `Tool '${name}' could not be started: ${whyNotStarted(file, failed)}`;
  const why = problem('io', message, { details: { code: failed.code } });
  return failure(why, { state: 'not_started' });
}

/** The outcome when a tool printed more than allowed. The output is dropped. */
export function tooLarge(name: string, stream: 'stdout' | 'stderr', settings: FolderSettings): Outcome {
  const [limit, variable] =
    stream === 'stdout'
      ? [settings.maxOutputBytes, 'MCPBASH_MAX_TOOL_OUTPUT_SIZE']
      : [settings.maxStderrBytes, 'MCPBASH_MAX_TOOL_STDERR_SIZE'];
  const message = `Tool '${name}' printed more than ${limit} bytes on ${stream} (${variable})`;
  return failure(problem('too_large', message, { details: { limitBytes: limit, stream } }), { exitCode: 1 });
}

/** Additions to the timeout message, by the kind of deadline. */
const additions: Readonly<Record<string, string>> = {
  idle: ' (no progress reported)',
  max_exceeded: ' (maximum runtime)',
};

/** The outcome when the call was cancelled or timed out. */
export function interruptedBy(
  call: Call,
  item: ToolItem,
  settings: FolderSettings,
  stderr: string,
  sawProgress: boolean,
): Outcome {
  const { stopped } = call;
  if (stopped?.cause !== 'timeout') return failure(cancelled());
  const deadline = stopped.deadline ?? 'fixed';
  const extended = deadline !== 'fixed';
  if (!extended && sawProgress)
    call.log(
      'warning',
      `${item.name} reported progress and was ended all the same: progressExtendsTimeout would give it more time`,
    );
  const maxTimeoutSecs = item.maxTimeoutSecs ?? settings.maxTimeoutSecs;
  const seconds = deadline === 'max_exceeded' ? maxTimeoutSecs : call.timeoutMs / 1_000;
  const hint = item.timeoutHint;
  const message = `Tool timed out after ${seconds} s${additions[deadline] ?? ''}${hint === undefined ? '' : `. ${hint}`}`;
  const details: JsonObject = {
    type: 'timeout',
    message,
    timeoutSecs: call.timeoutMs / 1_000,
    reason: deadline,
    exitCode: 124,
    ...(hint !== undefined && { hint }),
    ...(extended && { progressExtendsTimeout: true, maxTimeoutSecs }),
    ...(settings.captureStderr && stderr !== '' && { stderr: lastBytes(stderr, settings.stderrTailBytes) }),
  };
  return failure(problem('timeout', message, { details, ...(hint !== undefined && { hint }) }), { exitCode: 124 });
}
