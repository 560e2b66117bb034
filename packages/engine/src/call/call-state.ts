import type { Facts, JsonObject, Outcome, Problem, State } from '@concord/contract';
import type { Cause, Interruption } from '../cancel/interruption.js';
import type { StopSignal } from '../concurrency/stop.js';
import type { StageName } from '../records/records.js';
import type { AdmissionNotes, Permit } from './admission.js';
import type { CallLock } from './call-lock.js';
import { defaultEngine, type Engine } from './engine.js';
import type { OpenCall } from './open-call.js';
import type { CallRequest, Operation, Tool } from './tool.js';

/** The stages of one kind of operation until one of them ends the call, by their names. */
export type Stages<Of extends Operation> = readonly (readonly [StageName, Stage<Of>])[];

/** One step of a call: reads what the steps before have found, and adds its own part. Some are for one kind of operation only. */
export type Stage<Of extends Operation = Operation> = (call: CallState<Of>) => void | Promise<void>;

/** How a call ended, before `settle` makes an Outcome of it. */
export type Ending =
  | { readonly by: 'refusal'; readonly problems: readonly [Problem, ...Problem[]] }
  | { readonly by: 'replay'; readonly outcome: Outcome }
  | { readonly by: 'return'; readonly value: unknown }
  | { readonly by: 'throw'; readonly error: unknown }
  | { readonly by: 'interruption'; readonly cause: Cause; readonly settled: boolean; readonly partial?: unknown };

const NOTHING: JsonObject = Object.freeze({});

/** What is known of a call while it passes the stages. Filled in by them: copying it at each stage would cost more than the stages do. */
export class CallState<Of extends Operation = Operation> {
  readonly operation: Of;
  readonly given: unknown;
  readonly request: CallRequest;
  readonly engine: Engine;
  readonly startedAt = performance.now();
  /** From *correlate*. */
  requestId = '';
  interruption: Interruption | undefined = undefined;
  open: OpenCall | undefined = undefined;
  /** From *validate*. */
  args: JsonObject = NOTHING;
  unsafeOutput = false;
  /** From *admit*. */
  permit: Permit | undefined = undefined;
  lock: CallLock | undefined = undefined;
  /** From *run*, or from the stage that stopped the call. */
  ending: Ending | undefined = undefined;
  state: State = 'not_started';
  /** From *settle*, changed by *redact* and *bound*. */
  outcome: Outcome | undefined = undefined;
  /** Whether a throw that named no problem made it fail. */
  threw = false;
  redactions = 0;
  unredacted = false;
  truncated = false;
  /** The size *bound* has measured, unless it then changed the outcome. */
  bytes: number | undefined = undefined;
  /** What the stages have to say beside all that: for the record, and for the summary that goes with the result. */
  recordNotes: JsonObject | undefined = undefined;
  resultNotes: JsonObject | undefined = undefined;
  waits: Readonly<Record<string, number>> | undefined = undefined;
  /** Microseconds of each stage that was passed; undefined where no record is kept. */
  readonly stages: Record<string, number> | undefined;
  /** From *record*. */
  facts: Facts | undefined = undefined;

  /** Throws a TypeError that names the member of the request that has a wrong type. */
  constructor(operation: Of, given: unknown, request: CallRequest) {
    checkRequest(request);
    this.operation = operation;
    this.given = given;
    this.request = request;
    this.engine = request.engine ?? defaultEngine();
    this.stages = this.engine.records.isKept ? {} : undefined;
    if (request.placeWaitMs !== undefined) this.waits = { place: request.placeWaitMs };
  }

  /** The tool it is a call of; undefined where a source is asked a question. */
  get tool(): Tool | undefined {
    return 'inputSchema' in this.operation ? (this.operation as unknown as Tool) : undefined;
  }

  /** Adds what is to be noted of the call. */
  note({ record, result, waits }: AdmissionNotes): void {
    if (record) this.recordNotes = { ...this.recordNotes, ...record };
    if (result) this.resultNotes = { ...this.resultNotes, ...result };
    if (waits) this.waits = { ...this.waits, ...waits };
  }

  /** Waits for something a tool promised before it runs; when the call is interrupted first, that is its ending. */
  async unlessInterrupted<Value>(promised: Value | Promise<Value>): Promise<Value | undefined> {
    const interruption = this.interruption!;
    const value = await Promise.race([promised, interruption.fired()]);
    if (!interruption.cause) return value as Value;
    this.ending = { by: 'interruption', cause: interruption.cause, settled: true };
    return undefined;
  }

  /** Stops the call before anything was run. */
  refuse(problems: readonly Problem[]): void {
    const [first, ...others] = problems;
    if (first) this.ending = { by: 'refusal', problems: [first, ...others] };
  }
}

const isStopSignal = (value: unknown) =>
  typeof value === 'object' && value !== null && typeof (value as StopSignal).addEventListener === 'function';

const requestTypes: Readonly<{ [Name in keyof CallRequest]?: (value: unknown) => boolean }> = {
  requestId: value => typeof value === 'string',
  timeoutMs: value => typeof value === 'number' && value > 0,
  signal: isStopSignal,
  onProgress: value => typeof value === 'function',
  onLog: value => typeof value === 'function',
  onAsk: value => typeof value === 'function',
  server: value => typeof value === 'string',
  tier: value => value === 'community' || value === 'pro' || value === 'enterprise',
  knownSecrets: value => Array.isArray(value) && value.every(secret => typeof secret === 'string'),
  placeWaitMs: value => typeof value === 'number' && value >= 0,
  unsafeOutput: value => typeof value === 'boolean',
  redact: value => typeof value === 'boolean',
};
const requestChecks = Object.entries(requestTypes) as [keyof CallRequest, (value: unknown) => boolean][];

function checkRequest(request: CallRequest): void {
  if (typeof request !== 'object' || request === null) throw new TypeError('request must be an object');
  for (const [name, isRight] of requestChecks)
    if (request[name] !== undefined && !isRight(request[name]))
      throw new TypeError(`request.${name} has a value that cannot be used`);
}
