import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

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
export async function writeResponse(response: Response, res: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(response.headers);
  if (headers['content-type'] !== 'text/event-stream') {
    const text = response.body ? await response.text() : '';
    if (response.body) headers['content-length'] = String(Buffer.byteLength(text));
    res.writeHead(response.status, headers).end(text);
    return;
  }
  res.writeHead(response.status, headers);
  // What is written to a client that has left goes nowhere, so the handler is told to stop by the signal alone.
  res.on('error', () => {});
  for await (const chunk of response.body!) {
    if (res.destroyed) break;
    if (!res.write(chunk)) await Promise.race([once(res, 'drain'), once(res, 'close')]).catch(() => {});
  }
  res.end();
}
