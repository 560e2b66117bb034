import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { request as secureRequest } from 'node:https';

const MARK = 'concord-handed-over';
const FIRST_PART_MS = 5_000;

/** Whether another replica has sent this request here. */
export function isHandedOver({ headers }: IncomingMessage): boolean {
  return headers[MARK] !== undefined;
}

/** Those headers that are not about one connection. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, expect: ____, ...others } = headers;
  return others;
}

/** Has another replica answer a request, as its client sent it; false when that cannot be reached, and nothing has happened. */
export function handOver(req: IncomingMessage, res: ServerResponse, text: string, place: string): Promise<boolean> {
  const url = new URL('/mcp', place);
  const send = url.protocol === 'https:' ? secureRequest : request;
  const headers = { ...endToEnd(req.headers), [MARK]: '1', 'content-length': String(Buffer.byteLength(text)) };
  return new Promise(resolve => {
    const further = send(url, { method: 'POST', headers }, answer => {
      clearTimeout(timer);
      res.writeHead(answer.statusCode!, endToEnd(answer.headers));
      res.flushHeaders();
      answer.pipe(res);
      answer.on('error', () => res.destroy());
      resolve(true);
    });
    const timer = setTimeout(() => further.socket?.connecting && further.destroy(), FIRST_PART_MS);
    further.on('error', () => {
      clearTimeout(timer);
      if (!further.socket?.bytesWritten) return resolve(false);
      // It may have begun: nobody may do it again.
      res.destroy();
      resolve(true);
    });
    // A client that leaves cancels its call.
    res.once('close', () => further.destroy());
    further.end(text);
  });
}
