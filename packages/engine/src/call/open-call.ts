import { compileRedaction, type Json, type JsonObject, type Redaction, type Tier } from '@concord/contract';
import type { Interrupted, Interruption } from '../cancel/interruption.js';
import { defaultLimits } from '../limits/limits.js';
import { plainJson } from '../outcome/plain-json.js';
import { type Budget, budgetKey, handedOn } from './budget.js';
import type {
  Answers,
  AskOptions,
  Call,
  Caller,
  CallRequest,
  HeldLock,
  LogLevel,
  LogLine,
  Operation,
  Progress,
  Questions,
} from './tool.js';

/** The tool's view of its call, and what only the engine may do with it. */
export interface OpenCall {
  readonly call: Call;
  /** The redaction in force, with every secret declared so far. */
  redaction(): Redaction;
  /** How many values the tool has masked by itself. */
  readonly masked: number;
  /** Members of `_meta` that the next hop gets in place of those of this request; undefined where nobody has let the call run. */
  handsOn: JsonObject | undefined;
  /** Sets `call.lock`. */
  holds(lock: HeldLock): void;
  /** From here on nothing the tool reports reaches the caller. */
  close(): void;
}

/** Opens the channel between a tool and its caller. Everything that passes is redacted; a sink that throws is ignored. */
export function openCall(
  operation: Operation,
  request: CallRequest,
  requestId: string,
  interruption: Interruption,
  budget: Budget | undefined,
  atFirst: Redaction,
): OpenCall {
  return new Channel(operation, request, requestId, interruption, budget, atFirst);
}

class Channel implements OpenCall {
  readonly call: ToolCall;
  readonly #request: CallRequest;
  #known: readonly string[];
  #compiled: Redaction | undefined;
  #open = true;
  masked = 0;
  handsOn: JsonObject | undefined = undefined;

  constructor(
    operation: Operation,
    request: CallRequest,
    requestId: string,
    interruption: Interruption,
    budget: Budget | undefined,
    atFirst: Redaction,
  ) {
    this.#request = request;
    this.#known = request.knownSecrets ?? [];
    this.#compiled = atFirst;
    this.call = new ToolCall(operation, request, requestId, interruption, budget, this);
  }

  redaction(): Redaction {
    this.#compiled ??= compileRedaction({ known: this.#known });
    return this.#compiled;
  }

  holds(lock: HeldLock): void {
    this.call.lock = lock;
  }

  close(): void {
    this.#open = false;
  }

  progress(value: number, total?: number, message?: string): void {
    if (Number.isFinite(value))
      this.#deliver(this.#request.onProgress, () => toProgress(this.redaction(), value, total, message));
  }

  log(level: LogLevel, data: Json, logger: string): void {
    this.#deliver(this.#request.onLog, () => toLogLine(this.redaction(), level, data, logger));
  }

  secret(value: string): void {
    if (typeof value !== 'string' || value === '' || this.#known.includes(value)) return;
    this.#known = [...this.#known, value];
    this.#compiled = undefined;
  }

  countMasked(count: number): void {
    if (Number.isInteger(count) && count > 0) this.masked += count;
  }

  ask(questions: Questions, options: AskOptions, interruption: Interruption): Promise<Answers> {
    const { onAsk } = this.#request;
    if (!this.#open || !onAsk) return Promise.resolve(declined(questions));
    return interruption.whileStopped(() => onAsk(toQuestions(this.redaction(), questions), options));
  }

  #deliver<Report>(sink: ((report: Report) => void) | undefined, make: () => Report): void {
    if (!this.#open || !sink) return;
    try {
      sink(make());
    } catch {
      // A callback of the caller that throws must not fail the tool.
    }
  }
}

/** The Call a tool gets. Its functions are its own members, so that a tool can destructure it. */
class ToolCall implements Call {
  readonly requestId: string;
  readonly tool: string;
  readonly caller: Caller;
  readonly client: object | undefined;
  readonly tier: Tier;
  declare readonly roots?: readonly string[];
  declare readonly meta?: JsonObject;
  lock: HeldLock | undefined = undefined;
  readonly onStop: Call['onStop'];
  readonly remainingMs: Call['remainingMs'];
  readonly budget: Budget | undefined;
  readonly wantsProgress: boolean;
  readonly canElicit: boolean;
  readonly progress: Call['progress'];
  readonly extend: Call['extend'];
  readonly log: Call['log'];
  readonly secret: Call['secret'];
  readonly ask: Call['ask'];
  readonly #interruption: Interruption;
  readonly #channel: Channel;

  constructor(
    operation: Operation,
    request: CallRequest,
    requestId: string,
    interruption: Interruption,
    budget: Budget | undefined,
    channel: Channel,
  ) {
    this.requestId = requestId;
    this.tool = operation.name;
    this.caller = request.caller ?? unknownCaller;
    this.client = request.client;
    this.tier = request.tier ?? 'community';
    this.onStop = listener => interruption.onStop(listener);
    this.remainingMs = () => interruption.remainingMs();
    this.budget = budget;
    this.canElicit = request.canElicit === true;
    this.wantsProgress = request.onProgress !== undefined;
    this.progress = (value, total, message) => {
      interruption.extend();
      channel.progress(value, total, message);
    };
    this.extend = () => interruption.extend();
    this.log = (level, data, logger = operation.logger ?? operation.name) => channel.log(level, data, logger);
    this.secret = value => channel.secret(value);
    this.ask = (questions, options = {}) => channel.ask(questions, options, interruption);
    this.#interruption = interruption;
    this.#channel = channel;
    if (request.roots) this.roots = request.roots;
    if (request.meta) this.meta = request.meta;
  }

  /** On the prototype: with own getters each object would have a hidden class of its own, which only a full garbage collection frees. */
  get signal(): AbortSignal {
    return this.#interruption.signal;
  }

  /** On the prototype, because few tools mask anything by themselves. */
  masked(count: number): void {
    this.#channel.countMasked(count);
  }

  get timeoutMs(): number {
    return this.#interruption.timeoutMs;
  }

  handedOn(): JsonObject | undefined {
    return handedOnMeta(this.meta, this.#channel.handsOn, this.budget, this.#interruption);
  }

  get stopped(): Interrupted | undefined {
    return this.#interruption.reason;
  }
}

/** Members of `_meta` by which a trace goes from hop to hop (W3C Trace Context). */
const traceKeys = ['traceparent', 'tracestate', 'baggage'] as const;
/** Under which key a call takes effect once. Who has decided over it hands on a key of its own, because keys belong to callers. */
const keyName = 'io.concord/idempotencyKey';

function handedOnMeta(
  meta: JsonObject | undefined,
  handsOn: JsonObject | undefined,
  budget: Budget | undefined,
  interruption: Interruption,
): JsonObject | undefined {
  let made: Record<string, Json> | undefined;
  for (const key of traceKeys) {
    const value = handsOn?.[key] ?? meta?.[key];
    if (typeof value !== 'string') continue;
    made ??= {};
    made[key] = value;
  }
  const key = (handsOn ?? meta)?.[keyName];
  if (typeof key === 'string') made = { ...made, [keyName]: key };
  if (budget === undefined) return made;
  return { ...made, [budgetKey]: handedOn(budget, interruption.remainingMs()) as JsonObject };
}

const unknownCaller: Caller = { name: 'unknown', transport: 'in-process' };

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

/** A log line of a tool as plain JSON. Data that cannot be JSON is replaced by a text that says why. */
function toLogLine(redaction: Redaction, level: LogLevel, data: Json, logger: string): LogLine {
  const plain = plainJson(data, defaultLimits.maxDepth);
  return {
    level: levels.has(level) ? level : 'info',
    logger: redaction.text(String(logger)).text,
    data: redaction.value('fault' in plain ? `[left out: ${plain.fault}]` : plain.json).value,
  };
}

/** Questions with their parameters redacted. Keys stay as they are: the tool finds its answers by them. */
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
