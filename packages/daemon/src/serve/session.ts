import { type Duplex, Readable } from 'node:stream';
import { Stop, type StopSignal } from '@concord/engine';
import { encodeFrames, FrameReader, type FrameType, LARGEST_FRAME } from '../socket/frames.js';
import { type RunRequest, readRunRequest } from '../socket/run-request.js';
import { AskedQuestions } from './asked-questions.js';

/** The most bytes that are buffered for a slow reader before writing waits. */
const HIGH_WATER = 8 * LARGEST_FRAME;
/** How long a connection may take to send its request. */
const REQUEST_WAIT_MS = 5_000;

/** A command that runs here for another process: its request, its streams, and how it is cancelled. */
export interface Session {
  readonly request: RunRequest;
  readonly stdin: Readable;
  stdout(text: string | Buffer): Promise<void>;
  stderr(text: string): Promise<void>;
  readonly signal: StopSignal;
  /** The exit code of the signal the client received; undefined while it received none. */
  interruptedWith(): number | undefined;
  /** Has the client ask a question on its terminal. Undefined without a terminal, when the person declined, and when the question was withdrawn. */
  ask(question: string, withdrawn?: StopSignal): Promise<string | undefined>;
  /** Tells the client that the request was sent to the server, and whether it may be sent again. */
  sent(again: boolean): void;
}

/** Serves one connection: greets the client, runs the one request it sends, and sends the exit code. Resolves when the connection is closed; never rejects. */
export async function serveConnection(
  socket: Duplex,
  options: {
    readonly accepts: (token: string) => boolean;
    readonly run: (session: Session) => Promise<number>;
  },
): Promise<void> {
  const connection = new CommandConnection(socket);
  const request = await connection.request();
  if (request === undefined || !options.accepts(request.token)) {
    socket.destroy();
    return;
  }
  const code = await options.run(connection.session(request)).catch(() => 1);
  await connection.end(code);
}

class CommandConnection {
  readonly #socket: Duplex;
  readonly #stop = new Stop();
  readonly #stdin: Readable;
  #code: number | undefined;
  readonly #questions = new AskedQuestions((type, body) => this.#send(type, body));
  #draining: Promise<void> | undefined;
  #onRequest: ((request: RunRequest | undefined) => void) | undefined;

  constructor(socket: Duplex) {
    this.#socket = socket;
    let isAsked = false;
    this.#stdin = new Readable({
      read: () => {
        if (!isAsked) this.#send('want-stdin');
        isAsked = true;
        socket.resume();
      },
    });
    this.#stdin.on('error', () => {});
    const reader = new FrameReader((type, body) => this.#take(type, body));
    socket.on('data', (bytes: Buffer) => {
      try {
        reader.push(bytes);
      } catch {
        socket.destroy();
      }
    });
    // A client that closes the connection has cancelled its command.
    const gone = () => {
      this.#onRequest?.(undefined);
      this.#stop.stop();
      this.#questions.end();
      this.#stdin.destroy();
    };
    socket.once('close', gone).once('end', gone).on('error', gone);
    this.#send('ready');
  }

  /** The request of this connection; undefined when none comes in time. */
  request(): Promise<RunRequest | undefined> {
    return new Promise(resolve => {
      const timeout = setTimeout(() => resolve(undefined), REQUEST_WAIT_MS);
      this.#onRequest = request => {
        clearTimeout(timeout);
        this.#onRequest = undefined;
        resolve(request);
      };
    });
  }

  session(request: RunRequest): Session {
    return {
      request,
      stdin: this.#stdin,
      stdout: text => this.#print('out', text),
      stderr: text => this.#print('err', text),
      signal: this.#stop,
      interruptedWith: () => this.#code,
      ask: async (question, withdrawn) =>
        request.terminal.stdin && request.terminal.stderr ? this.#questions.ask(question, withdrawn) : undefined,
      sent: again => {
        this.#send('sent', again ? 'again' : 'once');
      },
    };
  }

  /** Sends the exit code, and closes the connection once everything is written. */
  end(code: number): Promise<void> {
    this.#send('exit', String(code));
    return new Promise(resolve => {
      this.#socket.once('close', () => resolve());
      this.#socket.end(() => this.#socket.destroy());
      if (this.#socket.destroyed) resolve();
    });
  }

  #take(type: FrameType, body: Buffer): void {
    if (type === 'run') this.#onRequest?.(readRunRequest(body));
    else if (type === 'stdin') {
      if (!this.#stdin.push(body)) this.#socket.pause();
    } else if (type === 'stdin-end') this.#stdin.push(null);
    else if (type === 'answer') this.#questions.answered(body);
    else if (type === 'cancel') {
      this.#code ??= body.toString() === 'SIGTERM' ? 143 : 130;
      this.#stop.stop();
      this.#questions.end();
    }
  }

  /** Resolves when the text is written, or little enough of it is buffered. A client that is gone is no failure. */
  #print(type: 'out' | 'err', text: string | Buffer): Promise<void> {
    const bytes = Buffer.from(text as string);
    if (bytes.length === 0) return Promise.resolve();
    return this.#printAll(type, bytes);
  }

  async #printAll(type: 'out' | 'err', bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length && !this.#socket.destroyed; at += LARGEST_FRAME) {
      this.#send(type, bytes.subarray(at, at + LARGEST_FRAME));
      if (this.#socket.writableLength > HIGH_WATER) await this.#drained();
    }
  }

  /** All writers share one listener: a server may print thousands of lines while the client does not read. */
  #drained(): Promise<void> {
    this.#draining ??= new Promise(resolve => {
      const done = () => {
        this.#socket.off('drain', done).off('close', done);
        this.#draining = undefined;
        resolve();
      };
      this.#socket.once('drain', done).once('close', done);
      if (this.#socket.destroyed) done();
    });
    return this.#draining;
  }

  #send(type: FrameType, body?: string | Uint8Array): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    this.#socket.cork();
    for (const part of encodeFrames(type, body)) this.#socket.write(part);
    this.#socket.uncork();
  }
}
