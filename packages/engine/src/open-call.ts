import { compileRedaction, type Json, type Redaction } from '@concord/contract';
import type { Interruption } from './interruption.js';
import type { Answers, Call, CallRequest, LogLevel, Progress, Questions, Tool } from './tool.js';

/** The tool's view of its call, and what only the engine may do with it. */
export interface OpenCall {
  readonly call: Call;
  /** The redaction in force, with every secret declared so far. */
  redaction(): Redaction;
  /** From here on nothing the tool reports reaches the caller. */
  close(): void;
}

/** Opens the channel between a tool and its caller. Everything that passes is redacted; a sink that throws is ignored. */
export function openCall(tool: Tool, request: CallRequest, requestId: string, interruption: Interruption): OpenCall {
  let known = request.knownSecrets ?? [];
  let compiled: Redaction | undefined;
  let open = true;

  const redaction = () => {
    compiled ??= compileRedaction({ known });
    return compiled;
  };
  const deliver = <Report>(sink: ((report: Report) => void) | undefined, make: () => Report) => {
    if (!open || !sink) return;
    try {
      sink(make());
    } catch {
      // A caller that cannot listen must not fail the tool.
    }
  };

  const call: Call = {
    requestId,
    tool: tool.name,
    caller: request.caller ?? { name: 'unknown', transport: 'in-process' },
    tier: request.tier ?? 'community',
    get signal() {
      return interruption.signal;
    },
    remainingMs: () => interruption.remainingMs(),
    progress: (value, total, message) =>
      deliver(request.onProgress, () => toProgress(redaction(), value, total, message)),
    log: (level: LogLevel, data: Json, logger = tool.name) =>
      deliver(request.onLog, () => ({ level, logger, data: redaction().value(data).value })),
    secret: value => {
      if (typeof value !== 'string' || value === '') return;
      known = [...known, value];
      compiled = undefined;
    },
    ask: (questions, options = {}) => {
      const { onAsk } = request;
      return onAsk ? interruption.whileStopped(() => onAsk(questions, options)) : Promise.resolve(declined(questions));
    },
  };
  return {
    call,
    redaction,
    close: () => {
      open = false;
    },
  };
}

function toProgress(redaction: Redaction, progress: number, total?: number, message?: string): Progress {
  return {
    progress,
    ...(total !== undefined && { total }),
    ...(message !== undefined && { message: redaction.text(message).text }),
  };
}

function declined(questions: Questions): Answers {
  return Object.fromEntries(Object.keys(questions).map(key => [key, { action: 'decline' }]));
}
