import type { Json, JsonObject } from '@concord/contract';
import type { Root } from './roots.js';

export type { Json, JsonObject } from '@concord/contract';
export type { Root } from './roots.js';

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/** What came back from the person who was asked. `error`: the question could not be put. */
export interface Answer {
  readonly action: 'accept' | 'decline' | 'cancel' | 'error';
  readonly content: JsonObject | null;
}

/** What a tool that stays in a process sees of a call, whether it is a module or a warm program. */
export interface CallContext {
  readonly name: string;
  readonly requestId: string;
  /** Fires when the call is withdrawn or its time is over. */
  readonly signal: AbortSignal;
  /** `_meta` of the request. */
  readonly meta: JsonObject;
  readonly projectRoot: string;
  readonly roots: readonly Root[];
  progress(value: number, total?: number, message?: string): void;
  log(level: LogLevel, data: Json, logger?: string): void;
  elicit(message: string, schema: JsonObject): Promise<Answer>;
  elicitUrl(message: string, url: string): Promise<Answer>;
}

/** The second argument of a module's `run`. */
export interface ToolContext extends CallContext {
  /** Puts a file inside the roots beside the result. */
  resource(path: string, options?: { readonly mimeType?: string; readonly uri?: string }): void;
}
