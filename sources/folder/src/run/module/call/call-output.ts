import type { JsonObject } from '@concord/contract';
import type { Answer, ToolContext } from '../../../call/tool-context.js';
import type { FromThread } from '../channel/messages.js';
import { plain } from './bounded-json.js';

/** What a module can say in a call. */
export type Voice = Pick<ToolContext, 'progress' | 'log' | 'elicit' | 'elicitUrl' | 'resource'>;

/** Where a voice is heard. */
export interface Ears {
  readonly say: (message: FromThread) => void;
  readonly ask: (question: JsonObject) => Promise<JsonObject>;
  /** The longest text that is worth handing over. */
  readonly maxBytes: number;
}

/** The voice of one call: what a module does with it once that is over is not for the call after it. */
export function voiceOf({ say, ask, maxBytes }: Ears): Voice {
  const put = (question: object) =>
    ask(plain(question, maxBytes).data as JsonObject) as Promise<unknown> as Promise<Answer>;
  return {
    progress: (value, total, message) =>
      say({
        type: 'progress',
        value: Number(value),
        ...(total !== undefined && { total: Number(total) }),
        ...(message !== undefined && { message: String(message) }),
      }),
    log: (level, data, logger) =>
      say({
        type: 'log',
        level: String(level),
        ...plain(data, maxBytes),
        ...(logger !== undefined && { logger: String(logger) }),
      }),
    elicit: (message, schema) => put({ message, schema }),
    elicitUrl: (message, url) => put({ message, url, mode: 'url' }),
    resource: (path, { mimeType, uri } = {}) =>
      say({
        type: 'resource',
        path: String(path),
        ...(mimeType !== undefined && { mimeType }),
        ...(uri !== undefined && { uri }),
      }),
  };
}
