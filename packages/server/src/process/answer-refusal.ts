import { isJsonObject, rpcCodes } from '@concord/contract';
import { LineReader } from '@concord/engine';

/** How long a client has to send its first request. */
const FIRST_REQUEST_MS = 1_000;
const LONGEST_REQUEST = 1_048_576;

/** Answers the first request on standard input with the reason why this server does not start; waits a moment for one. */
export function answerRefusal(message: string): Promise<void> {
  const { stdin, stdout } = process;
  return new Promise(resolve => {
    const finish = () => {
      clearTimeout(timer);
      stdin.off('data', read).off('end', finish).off('error', finish).pause();
      resolve();
    };
    const timer = setTimeout(finish, FIRST_REQUEST_MS);
    const lines = new LineReader(LONGEST_REQUEST, {
      line: line => {
        const id = idOf(line);
        if (id === undefined) return;
        const error = { code: rpcCodes.internalError, message };
        stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`, finish);
      },
      tooLong: finish,
    });
    const read = (piece: Buffer) => lines.push(piece);
    stdin.on('data', read).once('end', finish).once('error', finish);
  });
}

/** The id of a request; undefined for anything else. */
function idOf(line: Buffer): string | number | undefined {
  try {
    const message: unknown = JSON.parse(line.toString());
    if (!isJsonObject(message) || typeof message.method !== 'string') return undefined;
    return typeof message.id === 'string' || typeof message.id === 'number' ? message.id : undefined;
  } catch {
    return undefined;
  }
}
