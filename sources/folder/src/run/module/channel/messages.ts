import type { MessagePort } from 'node:worker_threads';
import type { Json, JsonObject } from '@concord/contract';
import type { Root } from '../../../call/roots.js';

/** What a thread is made for. */
export interface Task {
  /** Where the thread is told what to do, and says what came of it. */
  readonly port: MessagePort;
  /** URL of the module. */
  readonly module: string;
  readonly projectRoot: string;
  /** URL of what authors import as `@concord/folder/tool`. */
  readonly authors: string;
  readonly debugErrors: boolean;
  /** The longest result, and the longest text printed at once, that is worth handing over. */
  readonly maxBytes: number;
  /** Counts what the thread has said and nobody has heard yet; then what the system calls the thread; then whether its call may begin. */
  readonly shared: SharedArrayBuffer;
}

/** What calls of one thread mostly have in common. */
export interface Surroundings {
  readonly name: string;
  readonly roots: readonly Root[];
}

/** A call for a thread, which begins when it is permitted. */
export interface CallMessage {
  readonly type: 'call';
  readonly requestId: string;
  readonly args: JsonObject;
  /** Left out where it says nothing. */
  readonly meta?: JsonObject;
  /** Left out where they are those of the call before. */
  readonly surroundings?: Surroundings;
}

/** What a thread is told. */
export type ToThread =
  | CallMessage
  | { readonly type: 'stop' }
  | { readonly type: 'answer'; readonly key: number; readonly answer: JsonObject };

/** What a thread says. */
export type FromThread =
  | { readonly type: 'loaded'; readonly meta?: JsonObject }
  | { readonly type: 'unusable'; readonly message: string }
  | { readonly type: 'printed'; readonly text: string }
  | { readonly type: 'progress'; readonly value: number; readonly total?: number; readonly message?: string }
  | {
      readonly type: 'log';
      readonly level: string;
      readonly data: Json;
      readonly size: number;
      readonly logger?: string;
    }
  | { readonly type: 'question'; readonly key: number; readonly question: JsonObject }
  | { readonly type: 'resource'; readonly path: string; readonly mimeType?: string; readonly uri?: string }
  | { readonly type: 'result'; readonly json?: string }
  | { readonly type: 'too_large'; readonly stream: 'stdout' | 'stderr' }
  | { readonly type: 'malformed'; readonly reason: string }
  | { readonly type: 'error'; readonly code: number; readonly message: string; readonly json?: string }
  | { readonly type: 'failed'; readonly message: string };

/** Messages that end a call. */
export const endings: ReadonlySet<FromThread['type']> = new Set([
  'result',
  'too_large',
  'malformed',
  'error',
  'failed',
]);
