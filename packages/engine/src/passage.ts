import type { Facts, JsonObject, Outcome, Problem, State } from '@concord/contract';
import type { CallLock } from './call-lock.js';
import type { StopSignal } from './concurrency/stop.js';
import { defaultEngine, type Engine } from './engine.js';
import type { Cause, Interruption } from './interruption.js';
import type { OpenCall } from './open-call.js';
import type { CallRequest, Tool } from './tool.js';

/** One step of a call: looks at what is known so far and fills in its own part. */
export type Stage = (passage: Passage) => void | Promise<void>;

/** How a call stopped moving forward, before `settle` has made an Outcome of it. */
export type Ending =
  | { readonly by: 'refusal'; readonly problems: readonly [Problem, ...Problem[]] }
  | { readonly by: 'return'; readonly value: unknown }
  | { readonly by: 'throw'; readonly error: unknown }
  | { readonly by: 'interruption'; readonly cause: Cause; readonly settled: boolean; readonly partial?: unknown };

const NOTHING: JsonObject = Object.freeze({});

/** A call on its way through the stages. Filled in as it goes: copying it at each step would cost more than the steps do. */
export class Passage {
  readonly tool: Tool;
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
  lock: CallLock | undefined = undefined;
  /** From *run*, or from the stage that stopped the call. */
  ending: Ending | undefined = undefined;
  state: State = 'not_started';
  /** From *settle*, changed by *redact* and *bound*. */
  outcome: Outcome | undefined = undefined;
  redactions = 0;
  unredacted = false;
  truncated = false;
  /** What *bound* has measured, where that is what leaves. */
  bytes: number | undefined = undefined;
  /** From *record*. */
  facts: Facts | undefined = undefined;

  /** Puts a call on its way. Throws a TypeError that names what a programmer got wrong. */
  constructor(tool: Tool, given: unknown, request: CallRequest) {
    checkTool(tool);
    checkRequest(request);
    this.tool = tool;
    this.given = given;
    this.request = request;
    this.engine = request.engine ?? defaultEngine();
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

function checkTool(tool: Tool): void {
  if (typeof tool !== 'object' || tool === null) throw new TypeError('tool must be a Tool');
  if (typeof tool.name !== 'string' || tool.name === '') throw new TypeError('tool.name must be a non-empty string');
  if (tool.version !== undefined && typeof tool.version !== 'string')
    throw new TypeError('tool.version must be a string');
  if (typeof tool.run !== 'function') throw new TypeError('tool.run must be a function');
  if (typeof tool.inputSchema !== 'object' || tool.inputSchema === null)
    throw new TypeError('tool.inputSchema must be a JSON Schema');
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
