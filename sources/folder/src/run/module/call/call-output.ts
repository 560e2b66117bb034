import type { JsonObject } from '@concord/contract';
import type { Answer, ToolContext } from '../../../call/tool-context.js';
import type { FromThread } from '../channel/messages.js';
import { jsonValue } from './bounded-json.js';

/** What a module can send during a call. */
export type CallOutput = Pick<ToolContext, 'progress' | 'log' | 'elicit' | 'elicitUrl' | 'resource'>;

/** Where the output of a call goes. */
export interface OutputTarget {
  readonly send: (message: FromThread) => void;
  readonly ask: (question: JsonObject) => Promise<JsonObject>;
  /** Texts longer than this are not sent. */
  readonly maxBytes: number;
}

/** The functions of one call by which its module sends progress, log lines, questions and resources. */
export function callOutput({ send, ask, maxBytes }: OutputTarget): CallOutput {
  const askFor = (question: object) =>
    ask(jsonValue(question, maxBytes).data as JsonObject) as Promise<unknown> as Promise<Answer>;
  return {
    progress: (value, total, message) =>
      send({
        type: 'progress',
        value: Number(value),
        ...(total !== undefined && { total: Number(total) }),
        ...(message !== undefined && { message: String(message) }),
      }),
    log: (level, data, logger) =>
      send({
        type: 'log',
        level: String(level),
        ...jsonValue(data, maxBytes),
        ...(logger !== undefined && { logger: String(logger) }),
      }),
    elicit: (message, schema) => askFor({ message, schema }),
    elicitUrl: (message, url) => askFor({ message, url, mode: 'url' }),
    resource: (path, { mimeType, uri } = {}) =>
      send({
        type: 'resource',
        path: String(path),
        ...(mimeType !== undefined && { mimeType }),
        ...(uri !== undefined && { uri }),
      }),
  };
}
