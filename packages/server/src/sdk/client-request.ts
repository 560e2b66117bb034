import type { Json, JsonObject } from '@concord/contract';
import { anything } from './any-schema.js';

/** Longer than any question may take: its own limit ends it. */
const LONGEST_QUESTION_MS = 600_000;

/** Puts a request of ours to the client. */
export type Questioner = (method: string, params: JsonObject, signal: AbortSignal) => Promise<Json>;

/** The way the SDK sends a request: by a server, or by the context of a request in flight. */
type Send = (request: never, schema: never, options: { signal: AbortSignal; timeout: number }) => Promise<unknown>;

/** Asks through the SDK, which keeps the table of what is still to be answered. What comes back is checked where it is used. */
export function questioner(send: Send): Questioner {
  return (method, params, signal) =>
    send({ method, params } as never, anything as never, { signal, timeout: LONGEST_QUESTION_MS }) as Promise<Json>;
}
