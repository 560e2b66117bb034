import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { boundedResponse, networkFailure } from './bounded-response.js';
import type { TooLarge } from './failures.js';

/** One request. */
export interface Exchange {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly maxBytes: number;
  readonly onConnected?: () => void;
  /** The answer is too large; told before the body breaks, because not every reader of it keeps the reason. */
  readonly onTooLarge?: (error: TooLarge) => void;
  /** In place of the system's. */
  readonly lookup?: LookupFunction;
}

/** The two kinds of sockets there are. */
export interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

/**
 * Makes one HTTP request without following anywhere, without a time limit of its own (a call may be silent for longer
 * than the platform's fetch allows), and with a bound on what is kept of the answer.
 */
export function exchange(given: Exchange, agents: Agents): Promise<Response> {
  const secure = given.url.protocol === 'https:';
  let connected = false;
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(given.url, {
      method: given.method,
      // What is counted is what is kept: nothing unpacks later to a thousand times its size.
      headers: { ...given.headers, 'accept-encoding': 'identity' },
      agent: secure ? agents.https : agents.http,
      ...(given.signal && { signal: given.signal }),
      ...(given.lookup && { lookup: given.lookup }),
    });
    request.once('socket', socket => {
      const note = (): void => {
        connected = true;
        given.onConnected?.();
      };
      if (socket.connecting) socket.once(secure ? 'secureConnect' : 'connect', note);
      else note();
    });
    request.on('error', error => reject(networkFailure(error, connected)));
    request.once('response', answer => {
      try {
        const { statusCode: status = 0, statusMessage: statusText = '' } = answer;
        resolve(boundedResponse({ status, statusText, headers: headersOf(answer), body: answer }, given));
      } catch (error) {
        answer.destroy();
        reject(networkFailure(error, true));
      }
    });
    request.end(given.body);
  });
}

function headersOf(answer: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return headers;
}
