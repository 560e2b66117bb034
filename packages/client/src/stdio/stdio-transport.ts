import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '@concord/contract';
import { LineReader } from '@concord/engine';
import type { Definition } from '../config/entry/definition.js';
import { ConnectionProblem, type ProblemDetails } from '../connection/connection.js';
import { type ConnectOptions, maxMessageBytes } from '../connection/options.js';
import type { Problems } from '../connection/problems.js';
import type { Flood, Phase, Receiver, Transport } from '../connection/transport.js';
import { idAtEnd, idAtStart } from './flood-owner.js';
import { type Exit, ServerProcess } from './server-process.js';
import { StderrTail } from './stderr-tail.js';
import {
  downloadHint,
  lostToFlood,
  messageTooLarge,
  noProtocolOnStdout,
  serverExited,
  spawnFailed,
} from './stdio-problems.js';
import { StrayOutput } from './stray-output.js';

const LF = 0x0a;
/** How long the pipes of a process that ended may be kept open by others, and a process may outlive its pipes. */
const lingerMs = 300;
const longestLogLine = 64 * 1024;
/** How long the end of a message that is too large is waited for. */
const longestFloodMs = 1_000;

/** Reaches a server that is a child process: one message on each line of its pipes. */
export class StdioTransport implements Transport {
  readonly kind = 'stdio';
  phase: Phase = 'start';
  readonly #definition: Extract<Definition, { transport: 'stdio' }>;
  readonly #options: ConnectOptions;
  readonly #problems: Problems;
  readonly #tail = new StderrTail();
  readonly #stray = new StrayOutput();
  readonly #limit: number;
  readonly #lines: LineReader;
  #process: ServerProcess | undefined;
  #receiver: Receiver | undefined;
  #closing = false;
  /** Bytes since the last end of a line. */
  #pending = 0;
  #floodTimer: NodeJS.Timeout | undefined;

  constructor(definition: Extract<Definition, { transport: 'stdio' }>, options: ConnectOptions, problems: Problems) {
    this.#definition = definition;
    this.#options = options;
    this.#problems = problems;
    this.#limit = maxMessageBytes(options.env);
    this.#lines = new LineReader(this.#limit, {
      line: line => this.#take(line),
      tooLong: (head, tail) => this.#flooded(idAtStart(head) ?? idAtEnd(tail)),
    });
  }

  get startHint(): string | undefined {
    return this.#tail.isEmpty ? downloadHint(this.#definition) : undefined;
  }

  async start(receiver: Receiver): Promise<void> {
    this.#receiver = receiver;
    const { reaperDelayMs, startedServers } = this.#options;
    const child = await ServerProcess.start(this.#definition, reaperDelayMs, startedServers);
    this.#process = child;
    this.phase = 'handshake';
    child.stdout.on('data', (piece: Buffer) => this.#read(piece));
    child.stderr.on('data', (piece: Buffer) => this.#tail.append(piece));
    this.#streamLogs(child);
    const drained = new Promise<void>(resolve => child.stdout.once('close', resolve));
    const broken = new Promise<void>(resolve => child.stdin.once('error', () => resolve()));
    void child.exited.then(exit => Promise.race([drained, linger()]).then(() => this.#ended(exit)));
    void Promise.race([drained, broken])
      .then(linger)
      .then(() => this.#ended(undefined));
  }

  async send(message: JsonObject): Promise<void> {
    this.#process?.stdin.write(`${JSON.stringify(message)}\n`);
  }

  agreed(): void {
    this.phase = 'call';
  }

  explain(error: unknown, phase: Phase): ConnectionProblem {
    if (error instanceof ConnectionProblem) return error;
    return phase === 'start' || this.#process === undefined
      ? spawnFailed(this.#problems, this.#definition, error)
      : this.#problems.make('protocol', `${this.#problems.server}: ${String(error)}`, { phase });
  }

  stderrTail(since?: number, most?: number): readonly string[] {
    return this.#tail.lines(text => this.#problems.redacted(text), since, most);
  }

  get stderrMark(): number {
    return this.#tail.written;
  }

  fail(problem: ConnectionProblem): void {
    this.#fail(problem);
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#process?.end();
  }

  async release(): Promise<void> {
    this.#closing = true;
    await this.#process?.release();
  }

  #read(piece: Buffer): void {
    if (this.#receiver === undefined || this.#closing) return;
    const lastEnd = piece.lastIndexOf(LF);
    this.#pending = lastEnd === -1 ? this.#pending + piece.length : piece.length - lastEnd - 1;
    this.#lines.push(piece);
    const head = this.#lines.tooLongSoFar;
    if (head === undefined) return;
    const id = idAtStart(head);
    // Who it belongs to may stand at its end, which is not waited for any longer than this.
    if (id !== undefined || this.#pending > 2 * this.#limit) this.#flooded(id);
    else this.#floodTimer ??= setTimeout(() => this.#flooded(undefined), longestFloodMs).unref();
  }

  #take(line: Buffer): void {
    const messages = parsed(line);
    // One revision had batches; an empty one is no message either.
    const taken = messages.map(message => isJsonObject(message) && this.#receiver?.message(message) === true);
    if (taken.length > 0 && taken.every(Boolean)) return;
    this.#stray.add(line);
    this.#options.onJunk?.(this.#problems.redacted(line.toString()));
    if (this.phase === 'handshake' && this.#stray.isTooMuch) {
      this.#fail(noProtocolOnStdout(this.#problems, this.#stray.first ?? '', this.#stderr()));
    }
  }

  /** A message is over the limit, the answer to that request where it is known. */
  #flooded(id: number | undefined): void {
    const problem = messageTooLarge(this.#problems, this.#limit, this.phase, this.#stderr());
    if (this.phase === 'call') this.#fail(lostToFlood(this.#problems, this.#limit), { problem, id });
    else this.#fail(problem);
  }

  #ended(exit: Exit | undefined): void {
    this.#lines.end();
    this.#fail(serverExited(this.#problems, exit, this.phase, this.#stderr()));
  }

  #fail(problem: ConnectionProblem, flood?: Flood): void {
    clearTimeout(this.#floodTimer);
    const receiver = this.#receiver;
    this.#receiver = undefined;
    if (receiver === undefined || this.#closing) return;
    receiver.lost(problem, flood);
    this.#process?.stdout.destroy();
    // What is left of the process is of no use without its pipes.
    void this.#process?.stop();
  }

  #stderr(): ProblemDetails {
    const stderrTail = this.stderrTail();
    return stderrTail.length > 0 ? { stderrTail } : {};
  }

  #streamLogs(child: ServerProcess): void {
    const { onServerLog, wantsServerLog = () => true } = this.#options;
    if (onServerLog === undefined) return;
    const show = (line: string): void => onServerLog(this.#problems.redacted(line));
    const lines = new LineReader(longestLogLine, {
      line: line => show(line.toString()),
      tooLong: () => show(`[a line of more than ${longestLogLine} bytes]`),
    });
    // Lines that are not shown are not even split.
    child.stderr.on('data', (piece: Buffer) => {
      if (wantsServerLog()) lines.push(piece);
    });
    child.stderr.once('end', () => lines.end());
  }
}

/** Waits without keeping this process alive. */
function linger(): Promise<void> {
  return sleep(lingerMs, undefined, { ref: false });
}

function parsed(line: Buffer): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(line.toString());
    return Array.isArray(value) ? value : [value];
  } catch {
    return [];
  }
}
