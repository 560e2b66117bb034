import type { JsonObject } from '@concord/contract';
import type { Definition } from '../config/entry/definition.js';
import type { ConnectionProblem, ProblemDetails, RequestOptions, ServerFacts } from '../connection/connection.js';
import type { Deadline } from '../connection/deadline.js';
import { type ConnectOptions, capabilitiesOf, type DialProgress, defaultClientInfo } from '../connection/options.js';
import type { Problems } from '../connection/problems.js';
import type { Flood, Phase, Transport } from '../connection/transport.js';
import { negotiate } from '../era/negotiate.js';
import { rpcProblem } from '../http/http-problems.js';
import { Interrupted, RpcFailure } from '../rpc/failures.js';
import { answerTo } from '../rpc/incoming.js';
import { Peer } from '../rpc/peer.js';
import { LogReaders } from './log-readers.js';
import { OpenRequests, questionHandlers } from './open-requests.js';
import { type SilenceWatch, silenceWatch } from './silence-watch.js';

/** How one request over a session is made. */
export interface SessionRequest {
  readonly deadline: Deadline;
  readonly headers?: Readonly<Record<string, string>>;
  readonly onProgress?: ((progress: JsonObject) => void) | undefined;
  readonly onSent?: (() => void) | undefined;
  /** Stands for the client it is made for, where there are several. */
  readonly client?: object | undefined;
  readonly onAsked?: RequestOptions['onAsked'] | undefined;
  readonly onLog?: RequestOptions['onLog'] | undefined;
}

/** A transport whose two ends have agreed on a revision. It lasts until it is lost or closed; what follows is another session. */
export class Session {
  readonly facts: ServerFacts;
  /** Why it was lost; never settles when it is closed by us. */
  readonly lost: Promise<ConnectionProblem>;
  readonly #transport: Transport;
  readonly #peer: Peer;
  readonly #problems: Problems;
  readonly #silence: SilenceWatch | undefined;
  readonly #readers = new LogReaders();
  readonly #open: OpenRequests;
  readonly #isOnePersons: boolean;
  /** Requests that wait for an answer. */
  #owed = 0;
  #isRetired = false;

  private constructor(
    transport: Transport,
    peer: Peer,
    facts: ServerFacts,
    lost: Promise<ConnectionProblem>,
    problems: Problems,
    options: ConnectOptions,
    open: OpenRequests,
  ) {
    this.#open = open;
    this.#isOnePersons = options.isOnePersons === true;
    if (options.detectsSilence) this.#silence = silenceWatch(transport, peer, facts, problems, options.env);
    this.#transport = transport;
    this.#peer = peer;
    this.facts = facts;
    this.lost = lost;
    this.#problems = problems;
  }

  /** Starts a transport and finds the era its server speaks. Rejects with a ConnectionProblem, and then ends what it started. */
  static async open(
    transport: Transport,
    definition: Definition,
    options: ConnectOptions,
    problems: Problems,
    deadline: Deadline,
    onNotification: (method: string, params: JsonObject) => boolean,
  ): Promise<Session> {
    const requests = new OpenRequests();
    const asked = questionHandlers(options, (method, params) => requests.answer(method, params));
    const handlers = { ...options.handlers, ...asked };
    const peer = new Peer(transport, {
      request: (method, params) => answerTo(handlers, method, params),
      notification: (method, params) => {
        if (method === 'notifications/message') requests.log(params);
        return onNotification(method, params);
      },
    });
    options.onDialling?.(() => progressOf(transport));
    const explain = (error: unknown): ConnectionProblem =>
      explained(error, transport, progressOf(transport).phase, problems, deadline);
    let lose!: (problem: ConnectionProblem) => void;
    const lost = new Promise<ConnectionProblem>(resolve => {
      lose = resolve;
    });
    try {
      const receiver = {
        message: (message: JsonObject) => peer.receive(message),
        lost: (problem: ConnectionProblem, flood?: Flood) => {
          peer.lost(problem, flood);
          lose(problem);
        },
        failed: (id: number, problem: ConnectionProblem) => peer.failed(id, problem),
      };
      await within(deadline, transport.start(receiver));
      options.onStarted?.();
      const facts = await negotiate({
        peer,
        transport: transport.kind,
        pin: definition.protocol,
        lastEra: options.lastEra,
        client: {
          clientInfo: { ...(options.clientInfo ?? defaultClientInfo) },
          capabilities: capabilitiesOf(options),
        },
        request: { signal: deadline.signal },
        problems,
        explain,
      });
      peer.cancelsByStream = facts.era === 'modern' && transport.kind === 'http';
      transport.agreed(facts);
      // A server may refuse requests that come before this notification.
      if (facts.era === 'handshake') await within(deadline, peer.notify('notifications/initialized'));
      return new Session(transport, peer, facts, lost, problems, options, requests);
    } catch (error) {
      void transport.release();
      throw explain(error);
    }
  }

  /** True where single requests have headers and a stream of their own. */
  get carriesHeaders(): boolean {
    return this.facts.era === 'modern' && this.#transport.kind === 'http';
  }

  /** The result as it was sent. Rejects with a ConnectionProblem. */
  async request(method: string, params: JsonObject, options: SessionRequest): Promise<JsonObject> {
    const { deadline, client, onAsked, onLog, ...rest } = options;
    const mark = this.#transport.stderrMark;
    this.#readers.note(client);
    // A request for notifications stays open, and owes no answer.
    const isOwed = method !== 'subscriptions/listen';
    if (isOwed) this.#begin();
    const done = isOwed ? this.#open.add({ client, ...(onAsked && { onAsked }), ...(onLog && { onLog }) }) : undefined;
    try {
      return await this.#peer.request(method, params, { ...rest, signal: deadline.signal });
    } catch (error) {
      const problem = explained(error, this.#transport, 'call', this.#problems, deadline);
      throw problem.with({ ...withoutTail(problem.details), ...this.#toldSince(mark, client) });
    } finally {
      done?.();
      if (isOwed) this.#end();
    }
  }

  /** Closes it once no request waits for an answer any more. */
  retire(): void {
    this.#isRetired = true;
    if (this.#owed === 0) void this.close();
  }

  #begin(): void {
    this.#owed += 1;
    this.#silence?.begin();
  }

  #end(): void {
    this.#owed -= 1;
    this.#silence?.end();
    if (this.#isRetired && this.#owed === 0) void this.close();
  }

  /** What the server wrote to stderr since then, where only one client could have caused it. */
  #toldSince(mark: number, client: object | undefined): ProblemDetails {
    const stderrTail = this.#isOnePersons || this.#readers.mayRead(client) ? this.#transport.stderrTail(mark) : [];
    return stderrTail.length > 0 ? { stderrTail } : {};
  }

  stderrTail(most?: number): readonly string[] {
    return this.#transport.stderrTail(0, most);
  }

  get pid(): number | undefined {
    return this.#transport.pid;
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  release(): Promise<void> {
    return this.#transport.release();
  }
}

function explained(
  error: unknown,
  transport: Transport,
  phase: Phase,
  problems: Problems,
  deadline: Deadline,
): ConnectionProblem {
  if (error instanceof RpcFailure) return rpcProblem(problems, error, phase);
  if (!(error instanceof Interrupted)) return transport.explain(error, phase);
  if (phase === 'call') return deadline.problem(problems, phase, { sent: error.sent });
  const { hint, stderrTail } = progressOf(transport);
  return deadline.problem(problems, phase, { ...(stderrTail && { stderrTail }), ...(hint !== undefined && { hint }) });
}

function withoutTail({ stderrTail: _, ...details }: ProblemDetails): ProblemDetails {
  return details;
}

/** How far a transport has got before a revision is agreed on. */
function progressOf(transport: Transport): DialProgress {
  const { startHint: hint } = transport;
  const stderrTail = transport.stderrTail();
  return {
    phase: transport.phase === 'start' ? 'start' : 'handshake',
    ...(hint !== undefined && { hint }),
    ...(stderrTail.length > 0 && { stderrTail }),
  };
}

/** Ends with the deadline, though what it waits for cannot be stopped. */
async function within(deadline: Deadline, work: Promise<void>): Promise<void> {
  let stop!: () => void;
  const over = new Promise<never>((_, reject) => {
    stop = () => reject(new Interrupted(false));
  });
  if (deadline.over) stop();
  deadline.signal.addEventListener('abort', stop);
  try {
    await Promise.race([work, over]);
  } finally {
    deadline.signal.removeEventListener('abort', stop);
    over.catch(() => {});
    work.catch(() => {});
  }
}
