import type { JsonObject } from '@concord/contract';
import type { ConnectionProblem, ServerFacts } from './connection.js';

/** Where in the life of a connection something happened. */
export type Phase = 'start' | 'handshake' | 'call';

/** How one message is sent. */
export interface SendOptions {
  /** Headers for this message alone; only HTTP has them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborting it drops the exchange of this message; only HTTP has one. */
  readonly signal?: AbortSignal;
  /** The exchange ended without anything that could answer the message. */
  readonly onStreamEnd?: () => void;
}

/** Receives what comes over a transport. */
export interface Receiver {
  /** False when the message is malformed, or answers no request in progress. */
  message(message: JsonObject): boolean;
  /** The transport has ended, for this reason. Called once. */
  lost(problem: ConnectionProblem, flood?: Flood): void;
  /** One request has failed; the others go on. */
  failed(id: number, problem: ConnectionProblem): void;
}

/** A message that was too large, which ended its transport: the problem of the request it answers, where it is known which. */
export interface Flood {
  readonly problem: ConnectionProblem;
  readonly id: number | undefined;
}

/** Carries JSON-RPC messages to a server and back. */
export interface Transport {
  readonly kind: 'stdio' | 'http' | 'sse';
  /** How far connecting has got, for the message of a timeout. */
  readonly phase: Phase;
  start(receiver: Receiver): Promise<void>;
  /** Rejects with an error for `explain`. */
  send(message: JsonObject, options: SendOptions): Promise<void>;
  /** Called when the revision is agreed on. */
  agreed(facts: ServerFacts): void;
  /** The ConnectionProblem for an error of `start` or `send`. */
  explain(error: unknown, phase: Phase): ConnectionProblem;
  /** What may help when the handshake takes too long. */
  readonly startHint: string | undefined;
  /** The last lines the server wrote to stderr since then, 20 unless said, redacted. */
  stderrTail(since?: number, most?: number): readonly string[];
  /** How much it has written to stderr, for `stderrTail`. */
  readonly stderrMark: number;
  /** Ends it as lost for this reason, and the server's process without waiting for it. */
  fail(problem: ConnectionProblem): void;
  /** The pid of the server, where this process started it. */
  readonly pid: number | undefined;
  /** Ends the server's process or session, and waits until it has ended. */
  close(): Promise<void>;
  /** Ends it like `close`, but leaves a process that does not end at once to a reaper. */
  release(): Promise<void>;
}
