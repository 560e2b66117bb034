import type { MessagePort } from 'node:worker_threads';
import type { Json, JsonObject } from '@concord/contract';
import type { Root } from '../../../call/roots.js';

/** What a thread is started with. */
export interface Task {
  /** Carries ToThread to the thread and FromThread back. */
  readonly port: MessagePort;
  /** URL of the module. */
  readonly module: string;
  readonly projectRoot: string;
  /** URL of what authors import as `@concord/folder/tool`. */
  readonly authors: string;
  readonly debugErrors: boolean;
  /** Results and printed texts longer than this are not sent. */
  readonly maxBytes: number;
  /** Three Int32: the weight of unread messages, the system's id of the thread, and whether its call may begin. */
  readonly shared: SharedArrayBuffer;
}

/** What successive calls of one thread mostly have in common. */
export interface CallScope {
  readonly name: string;
  readonly roots: readonly Root[];
}

/** Hands a call to a thread. It begins when the start is permitted. */
export interface CallMessage {
  readonly type: 'call';
  readonly requestId: string;
  readonly args: JsonObject;
  /** Left out where there is none. */
  readonly meta?: JsonObject;
  /** Left out where it is that of the call before. */
  readonly scope?: CallScope;
}

/** Messages to a thread. */
export type ToThread =
  | CallMessage
  | { readonly type: 'stop' }
  | { readonly type: 'answer'; readonly key: number; readonly answer: JsonObject };

/** Messages from a thread. */
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
