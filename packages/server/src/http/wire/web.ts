import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LimitHeaders } from '../../encode/limited.js';
import { TOO_MANY } from './answer.js';

/** An error of the SDK longer than this quotes the request. */
const LONGEST_REFUSAL = 16_384;
const LONGEST_MESSAGE = 500;

/** The request as web handlers know it, its body left out because it has been read. Its signal fires when the client leaves. */
export function webRequest(req: IncomingMessage, res: ServerResponse): Request {
  const left = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) left.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return new Request(`http://localhost${req.url}`, { method: req.method!, headers, signal: left.signal });
}

/** Writes a web handler's response. One that is not a stream leaves in a single write, which is what most calls cost. */
export async function writeResponse(
  response: Response,
  res: ServerResponse,
  limited: () => LimitHeaders | undefined = () => undefined,
): Promise<void> {
  // When the server ends, requests that did not stop in time have been answered already.
  if (res.headersSent) return void (await response.body?.cancel());
  const headers = Object.fromEntries(response.headers);
  if (headers['content-type'] !== 'text/event-stream') {
    const given = response.body ? await response.text() : '';
    const text = response.status >= 400 && given.length > LONGEST_REFUSAL ? shortened(given) : given;
    if (response.body) headers['content-length'] = String(Buffer.byteLength(text));
    const told = response.status === 200 ? limited() : undefined;
    res.writeHead(told ? TOO_MANY : response.status, { ...headers, ...told }).end(text);
    return;
  }
  res.writeHead(response.status, headers);
  // A client waits for the headers of a stream on which nothing is sent yet.
  res.flushHeaders();
  // A client that has left is told to the handler by the signal, and not by a failed write.
  res.on('error', () => {});
  const reader = response.body!.getReader();
  // Nothing may come for as long as nobody reads.
  res.once('close', () => void reader.cancel().catch(() => {}));
  for (;;) {
    const { done, value } = await reader.read();
    if (done || res.destroyed) break;
    if (!res.write(value)) await Promise.race([once(res, 'drain'), once(res, 'close')]).catch(() => {});
  }
  res.end();
}

/** An error of the SDK without what it quotes of the request. */
function shortened(text: string): string {
  const { id = null, error } = JSON.parse(text) as { id?: unknown; error: { code: number; message: string } };
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: { code: error.code, message: error.message.slice(0, LONGEST_MESSAGE) },
  });
}
