import http from 'node:http';
import https from 'node:https';
import { NetworkFailure, TooLarge } from './failures.js';
import { type Measure, measureEvents, measureWhole } from './measure.js';

/** One request. */
export interface Exchange {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly maxBytes: number;
  readonly onConnected: () => void;
  /** The answer is too large; told before the body breaks, because not every reader of it keeps the reason. */
  readonly onTooLarge: (error: TooLarge) => void;
}

/** The sockets of one connection, kept between requests and closed with it. */
export interface Sockets {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

/** Sockets that are kept open between requests. */
export function openSockets(): Sockets {
  return { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };
}

/** Statuses that cannot have a body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Makes one HTTP request without following anywhere, without a time limit of its own (a call may be silent for longer
 * than the platform's fetch allows), and with a bound on what is kept of the answer.
 */
export function exchange(given: Exchange, sockets: Sockets): Promise<Response> {
  const secure = given.url.protocol === 'https:';
  let connected = false;
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(given.url, {
      method: given.method,
      // What is counted is what is kept: nothing unpacks later to a thousand times its size.
      headers: { ...given.headers, 'accept-encoding': 'identity' },
      agent: secure ? sockets.https : sockets.http,
      ...(given.signal && { signal: given.signal }),
    });
    request.once('socket', socket => {
      const note = (): void => {
        connected = true;
        given.onConnected();
      };
      if (socket.connecting) socket.once(secure ? 'secureConnect' : 'connect', note);
      else note();
    });
    request.on('error', error => reject(networkFailure(error, connected)));
    request.once('response', answer => {
      try {
        resolve(responseOf(answer, given));
      } catch (error) {
        answer.destroy();
        reject(networkFailure(error, true));
      }
    });
    request.end(given.body);
  });
}

function responseOf(answer: http.IncomingMessage, given: Exchange): Response {
  const status = answer.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const isStream = /^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '');
  const body = bodiless.has(status)
    ? null
    : bodyOf(answer, (isStream ? measureEvents : measureWhole)(given.maxBytes), given);
  if (body === null) answer.resume();
  return new Response(body, { status, statusText: answer.statusMessage ?? '', headers });
}

function bodyOf(answer: http.IncomingMessage, measure: Measure, given: Exchange): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      answer.on('data', (piece: Buffer) => {
        if (!measure(piece)) {
          const error = new TooLarge(given.maxBytes);
          given.onTooLarge(error);
          controller.error(error);
          answer.destroy();
          return;
        }
        controller.enqueue(piece);
        if ((controller.desiredSize ?? 0) <= 0) answer.pause();
      });
      answer.once('end', () => controller.close());
      answer.on('error', error => {
        try {
          controller.error(networkFailure(error, true));
        } catch {
          // It was closed or broken already.
        }
      });
    },
    pull() {
      answer.resume();
    },
    cancel() {
      answer.destroy();
    },
  });
}

function networkFailure(error: unknown, sent: boolean): NetworkFailure {
  const { code, name } = error as NodeJS.ErrnoException;
  return new NetworkFailure(code ?? name ?? 'UNKNOWN', sent, error);
}
