import type { ProxyAgent } from 'undici';
import { boundedResponse, networkFailure } from './bounded-response.js';
import type { Exchange } from './exchange.js';

/** Errors after which the request cannot have left: the proxy was not reached, or did not open a tunnel. */
const unsent: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  ...['UND_ERR_ABORTED', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_PRX_TLS'],
]);

/** One request through a proxy, under the same rules as one without. */
export async function proxiedExchange(given: Exchange, agent: ProxyAgent): Promise<Response> {
  const { request } = await import('undici');
  try {
    const answer = await request(given.url, {
      dispatcher: agent,
      method: given.method as 'GET',
      headers: { ...given.headers, 'accept-encoding': 'identity' },
      body: given.body ?? null,
      signal: given.signal ?? null,
      // A call may be silent for as long as its caller waits.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    given.onConnected?.();
    const headers = new Headers();
    for (const [name, values] of Object.entries(answer.headers)) {
      for (const value of [values ?? []].flat()) headers.append(name, value);
    }
    return boundedResponse({ status: answer.statusCode, statusText: '', headers, body: answer.body }, given);
  } catch (error) {
    throw networkFailure(error, !unsent.has((error as NodeJS.ErrnoException).code));
  }
}
