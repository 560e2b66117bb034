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

/** Who gets what comes over a transport. */
export interface Receiver {
  /** False when nobody waited for the message. */
  message(message: JsonObject): boolean;
  /** The transport is gone, for this reason. Told once. */
  lost(problem: ConnectionProblem): void;
}

/** A way to a server that carries JSON-RPC messages. */
export interface Transport {
  readonly kind: 'stdio' | 'http' | 'sse';
  /** Where the way to the server has got to, for what is said when time runs out. */
  readonly phase: Phase;
  start(receiver: Receiver): Promise<void>;
  /** Rejects with what only `explain` understands. */
  send(message: JsonObject, options: SendOptions): Promise<void>;
  /** Both sides know the revision they speak. */
  agreed(facts: ServerFacts): void;
  /** The problem behind an error of `start` or `send`. */
  explain(error: unknown, phase: Phase): ConnectionProblem;
  /** What may help when the handshake takes too long. */
  readonly startHint: string | undefined;
  stderrTail(): readonly string[];
  /** The process at the other end, where it is one of ours. */
  readonly pid: number | undefined;
  /** Ends it and waits until nothing is left. */
  close(): Promise<void>;
  /** Ends it and waits only for what cannot be left to others. */
  release(): Promise<void>;
}
