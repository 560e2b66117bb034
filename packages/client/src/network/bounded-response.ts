import type { Readable } from 'node:stream';
import type { Exchange } from './exchange.js';
import { NetworkFailure, TooLarge } from './failures.js';
import { type Measure, measureEvents, measureWhole } from './measure.js';

/** An answer as it comes from the network: its head, and a body that is still being read. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly body: Readable;
}

/** Statuses that cannot have a body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** The answer as a `Response` whose body breaks off where it gets too large. */
export function boundedResponse({ status, statusText, headers, body }: Answer, given: Exchange): Response {
  const isStream = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
  const isBodiless = bodiless.has(status);
  if (isBodiless) body.resume();
  const measure = (isStream ? measureEvents : measureWhole)(given.maxBytes);
  return new Response(isBodiless ? null : bodyOf(body, measure, given), { status, statusText, headers });
}

function bodyOf(body: Readable, measure: Measure, given: Exchange): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      body.on('data', (piece: Buffer) => {
        if (!measure(piece)) {
          const error = new TooLarge(given.maxBytes);
          given.onTooLarge?.(error);
          controller.error(error);
          body.destroy();
          return;
        }
        controller.enqueue(piece);
        if ((controller.desiredSize ?? 0) <= 0) body.pause();
      });
      body.once('end', () => controller.close());
      body.on('error', error => {
        try {
          controller.error(networkFailure(error, true));
        } catch {
          // It was closed or broken already.
        }
      });
    },
    pull() {
      body.resume();
    },
    cancel() {
      body.destroy();
    },
  });
}

/** What the system or a library says about a request that got no answer. */
export function networkFailure(error: unknown, sent: boolean): NetworkFailure {
  const { code, name } = error as NodeJS.ErrnoException;
  return new NetworkFailure(code ?? name ?? 'UNKNOWN', sent, error);
}
