import { compileRedaction, type Json, type JsonObject, type Redaction } from '@concord/contract';
import type { Interruption } from './interruption.js';
import { defaultLimits } from './limits.js';
import { plainJson } from './outcome/plain-json.js';
import type { Answers, Call, CallRequest, LogLevel, LogLine, Progress, Questions, Tool } from './tool.js';

/** The tool's view of its call, and what only the engine may do with it. */
export interface OpenCall {
  readonly call: Call;
  /** The redaction in force, with every secret declared so far. */
  redaction(): Redaction;
  /** From here on nothing the tool reports reaches the caller. */
  close(): void;
}

/** Opens the channel between a tool and its caller. Everything that passes is redacted; a sink that throws is ignored. */
export function openCall(
  tool: Tool,
  request: CallRequest,
  requestId: string,
  interruption: Interruption,
  atFirst: Redaction,
): OpenCall {
  let known = request.knownSecrets ?? [];
  let compiled: Redaction | undefined = atFirst;
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
    ...(request.roots && { roots: request.roots }),
    get signal() {
      return interruption.signal;
    },
    remainingMs: () => interruption.remainingMs(),
    progress: (value, total, message) => {
      if (Number.isFinite(value)) deliver(request.onProgress, () => toProgress(redaction(), value, total, message));
    },
    log: (level, data, logger = tool.name) => deliver(request.onLog, () => toLogLine(redaction(), level, data, logger)),
    secret: value => {
      if (typeof value !== 'string' || value === '') return;
      known = [...known, value];
      compiled = undefined;
    },
    ask: (questions, options = {}) => {
      const { onAsk } = request;
      if (!open || !onAsk) return Promise.resolve(declined(questions));
      return interruption.whileStopped(() => onAsk(toQuestions(redaction(), questions), options));
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
    ...(Number.isFinite(total) && { total: total! }),
    ...(message !== undefined && { message: redaction.text(String(message)).text }),
  };
}

const levels: ReadonlySet<string> = new Set<LogLevel>([
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
]);

/** What a tool logs may be anything: it leaves as plain JSON, or as a line that says why it does not. */
function toLogLine(redaction: Redaction, level: LogLevel, data: Json, logger: string): LogLine {
  const plain = plainJson(data, defaultLimits.maxDepth);
  return {
    level: levels.has(level) ? level : 'info',
    logger: redaction.text(String(logger)).text,
    data: redaction.value('fault' in plain ? `[left out: ${plain.fault}]` : plain.json).value,
  };
}

/** The keys are the tool's own and stay: it finds its answers by them. */
function toQuestions(redaction: Redaction, questions: Questions): Questions {
  return Object.fromEntries(
    Object.entries(questions).map(([key, { method, params }]) => [
      key,
      { method, ...(params !== undefined && { params: redaction.value(params).value as JsonObject }) },
    ]),
  );
}

function declined(questions: Questions): Answers {
  return Object.fromEntries(Object.keys(questions).map(key => [key, { action: 'decline' }]));
}
