import type { DialectName, Json, JsonObject, Outcome, Problem, Tier } from '@concord/contract';
import type { Interrupted } from '../cancel/interruption.js';
import type { StopSignal } from '../concurrency/stop.js';
import type { LockKey } from '../locks/index.js';
import type { Budget } from './budget.js';
import type { Engine } from './engine.js';

/** What passes the stages: a tool, or a question to a Source. */
export interface Operation {
  readonly name: string;
  readonly version?: string;
  /** What it is asked for, where its name does not say: noted beside the name in the record. */
  readonly target?: string;
  /** The logger of its log lines that name none; its name when left out. */
  readonly logger?: string;
  readonly limits?: ToolLimits;
  /** `on-request`: results carry a hash of their own content, so they leave unredacted unless the caller asks. */
  readonly redaction?: 'always' | 'on-request';
  /** Changes the Outcome of a call, also of one that never ran. It is redacted after this. */
  finish?(outcome: Outcome, given: unknown, call: Call): Outcome;
  /** Does the work. Returns failures; throws only on a bug. Ends soon after `call.signal` fires. */
  run(args: JsonObject, call: Call): Promise<Outcome>;
}

/** Something that can be called. Whoever calls it goes through `invoke`. */
export interface Tool extends Operation {
  /** `^[A-Za-z0-9_-]{1,64}$`: what every client accepts. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** JSON Schema of the arguments, with a root `type: "object"`. */
  readonly inputSchema: JsonObject;
  /** Its own server checks its arguments too: a schema that cannot be used here, for its dialect or its size, is no reason to refuse them. */
  readonly isCheckedElsewhere?: boolean;
  readonly outputSchema?: JsonObject;
  readonly annotations?: Annotations;
  readonly icons?: readonly JsonObject[];
  /** `_meta` of the published tool. */
  readonly meta?: JsonObject;
  /** Not listed, but it can be called: `admit` says why it may not run. */
  readonly hidden?: boolean;
  /** Lists for people leave it out unless they ask for all; clients get it like any other. */
  readonly listedInFull?: boolean;
  /** An older spelling with dots under which it may be called and, on request, published. */
  readonly dottedName?: string;
  /** Its results have their text and nothing else: for tools whose contract forbids `_meta` and `structuredContent`. */
  readonly plainResults?: boolean;
  /** Its name at its own server, where it is published under another. */
  readonly ownName?: string;
  /** The name of the other server that does its work; left out where that is done here. */
  readonly upstream?: string;
  /** Texts among its arguments that refer to something kept here mean the reference itself. */
  readonly takesReferences?: boolean;
  /** The dialect its results are written in unless the caller asks for another. */
  readonly dialect: DialectName;
  /** The lowest tier that may call it; everyone when left out. */
  readonly tier?: Tier;
  /** True when these arguments ask for raw output. */
  unsafeOutput?(args: JsonObject): boolean;
  /** Secrets among the arguments, masked wherever they come up in this call. */
  secrets?(args: JsonObject): readonly string[];
  /** Checks past the schema. Gets the problems the schema found and gives those to report: more, fewer, or worded by the tool. */
  check?(args: JsonObject, found: readonly Problem[], call: Call): readonly Problem[] | Promise<readonly Problem[]>;
  /** How long a call with these arguments may take, where its caller has not said; the limits hold when undefined. */
  timeoutMs?(args: JsonObject, call: Call): number | undefined;
  /** Why this call may not run, asked before any lock is taken; undefined when it may. */
  admit?(args: JsonObject, call: Call): Problem | undefined | Promise<Problem | undefined>;
  /** What the call must hold while it runs. Not asked of read-only tools. */
  lockKey?(args: JsonObject, call: Call): LockRequest | undefined | Promise<LockRequest | undefined>;
}

export interface Annotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** Where a tool differs from the limits table. */
export interface ToolLimits {
  readonly timeoutMs?: number;
  /** Progress starts the clock anew, until this long has passed in all. */
  readonly progressExtendsToMs?: number;
  /** How long it may take to end and hand over what it has once it was told to stop. */
  readonly cancelGraceMs?: number;
  /** The same for one whose time is up; `cancelGraceMs` when left out. */
  readonly timeoutGraceMs?: number;
  readonly maxOutputBytes?: number;
  /** What happens to output over the cap: the call fails, the text keeps its two ends, or a notice takes its place. */
  readonly overflow?: 'fail' | 'headAndTail' | 'replace';
}

/** Keys to hold, and the names a conflict is reported under. */
export interface LockRequest {
  readonly keys: readonly LockKey[];
  readonly operation: string;
  readonly target: string;
  /** How long to wait for a holder to finish; 0 fails at once. */
  readonly waitMs?: number;
}

/** What a call holds while it runs. */
export interface HeldLock {
  /** How long it waited to get it. */
  readonly waitedMs: number;
  /** Keeps it past the end of the call: from here on it is the tool that has to release it. */
  keep(): void;
  /** Gives it back early; may be called any number of times. */
  release(): Promise<void>;
}

/** What a tool sees of the call it serves. */
export interface Call {
  readonly requestId: string;
  readonly tool: string;
  readonly caller: Caller;
  /** Stands for the client: the same object for all its calls; undefined where there is but one. */
  readonly client?: object | undefined;
  readonly tier: Tier;
  /** The folders the caller works in, canonical; undefined when it has not said. */
  readonly roots?: readonly string[];
  /** `_meta` of the request, without tokens; undefined when it had none. */
  readonly meta?: JsonObject;
  /** What the call may cost, where its caller has said so. */
  readonly budget?: Budget | undefined;
  /** What `_meta` of a request to the server that does the work has to say: the trace of the call, and what is left of its budget. */
  handedOn(): JsonObject | undefined;
  /** What `lockKey` asked for, while the call runs; undefined when that was nothing. */
  readonly lock?: HeldLock | undefined;
  /** Whether the caller asked for progress. */
  readonly wantsProgress: boolean;
  /** Whether the client can be asked for input. */
  readonly canElicit: boolean;
  /** Fires when the caller cancels or the deadline passes; its reason is an `Interrupted`. */
  readonly signal: AbortSignal;
  /** Calls back when `signal` fires, and costs less than listening to that; at once when it has. Returns a function that removes the listener. */
  onStop(listener: () => void): () => void;
  /** Why the call is to end; undefined while it may go on. */
  readonly stopped: Interrupted | undefined;
  /** The time the call was given, in milliseconds: in all, or without progress where that extends it. */
  readonly timeoutMs: number;
  /** Milliseconds until the deadline. */
  remainingMs(): number;
  /** Reports progress; redacted, and dropped once the call has ended. */
  progress(value: number, total?: number, message?: string): void;
  /** Says that work goes on, as `progress` does, without reporting any. */
  extend(): void;
  /** Sends a log line to the caller; redacted, and dropped once the call has ended. */
  log(level: LogLevel, data: Json, logger?: string): void;
  /** Declares a secret learned while running: it is masked from here on. */
  secret(value: string): void;
  /** Counts values that were masked before the result was handed over: `redactions` counts them with those masked afterwards. */
  masked(count: number): void;
  /** Asks the client, each question under a key of the tool's choice. The deadline is put off by the time that takes. */
  ask(questions: Questions, options?: AskOptions): Promise<Answers>;
}

/** Requests of the protocol that a client may answer: `elicitation/create`, `sampling/createMessage`, `roots/list`. */
export type Questions = Readonly<Record<string, { readonly method: string; readonly params?: JsonObject }>>;

/** What came back, under the same keys. A question nobody can answer is declined. */
export type Answers = Readonly<Record<string, JsonObject>>;

export interface AskOptions {
  /** Fails the call as `unavailable` when the client cannot be asked, in place of taking a decline. */
  readonly insist?: boolean;
}

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

export interface Caller {
  readonly name: string;
  readonly transport: 'stdio' | 'http' | 'cli' | 'in-process';
  readonly era?: 'handshake' | 'modern';
  /** Who that is, where somebody has asked: what decides over its calls knows more of it. */
  readonly account?: Account;
  /** Whether it knows no results but texts, as clients of the first revisions do. */
  readonly readsTextOnly?: boolean;
}

/** An owner of rights, limits and what is kept for it. */
export interface Account {
  /** The same for all its calls, and for no other account. */
  readonly id: string;
  /** What it is called in records and log lines. */
  readonly name: string;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface LogLine {
  readonly level: LogLevel;
  readonly logger: string;
  readonly data: Json;
}

/** What a caller says about a call. Everything is optional. */
export interface CallRequest {
  /** Correlates the call across systems; made when left out or unusable. */
  readonly requestId?: string;
  /** Replaces the tool's own timeout. */
  readonly timeoutMs?: number;
  /** An AbortSignal, or anything that behaves like one as far as a call goes. */
  readonly signal?: StopSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly onLog?: (line: LogLine) => void;
  /** Whether the client answers elicitations. */
  readonly canElicit?: boolean;
  /** Puts a tool's questions to the client; without it they are declined. */
  readonly onAsk?: (questions: Questions, options: AskOptions) => Promise<Answers>;
  readonly caller?: Caller;
  /** Stands for the client, where there may be several: the same object for all its calls. */
  readonly client?: object;
  /** How long it has waited for a place to work in before. */
  readonly placeWaitMs?: number;
  /** The server or source the tool belongs to, as the caller names it. */
  readonly server?: string;
  readonly tier?: Tier;
  /** The folders the caller works in. */
  readonly roots?: readonly string[];
  /** `_meta` of the request, without tokens. */
  readonly meta?: JsonObject;
  /** Secrets the process was given: environment values, headers, tokens. */
  readonly knownSecrets?: readonly string[];
  /** Asks for raw output; refused when the operator forbids it. */
  readonly unsafeOutput?: boolean;
  /** Asks for redaction of a tool that leaves it to the caller. */
  readonly redact?: boolean;
  /** The engine to run in; the process's own when left out. */
  readonly engine?: Engine;
}
