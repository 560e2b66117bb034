import type { Json, JsonObject } from '@concord/contract';

/** A schema that takes any value: parameters and answers are checked where they are used. */
export const anySchema = {
  '~standard': { version: 1, vendor: 'concord', validate: (value: unknown) => ({ value }) },
} as const;

/** Longer than any question may take: its own limit ends it. */
const LONGEST_QUESTION_MS = 600_000;

/** Sends a request of ours to the client. */
export type ClientRequest = (method: string, params: JsonObject, signal: AbortSignal) => Promise<Json>;

/** The way the SDK sends a request: by a server, or by the context of a request in progress. */
type Send = (request: never, schema: never, options: { signal: AbortSignal; timeout: number }) => Promise<unknown>;

/** Asks through the SDK, which keeps the table of what is still to be answered. What comes back is checked where it is used. */
export function clientRequest(send: Send): ClientRequest {
  return (method, params, signal) =>
    send({ method, params } as never, anySchema as never, { signal, timeout: LONGEST_QUESTION_MS }) as Promise<Json>;
}
