import type { JsonObject } from '@concord/contract';
import type { Definition } from '../config/entry/definition.js';
import type { ConnectionProblem, ServerFacts } from '../connection/connection.js';
import type { Deadline } from '../connection/deadline.js';
import { type ConnectOptions, capabilitiesOf, type DialProgress, defaultClientInfo } from '../connection/options.js';
import type { Problems } from '../connection/problems.js';
import type { Phase, Wire } from '../connection/wire.js';
import { negotiate } from '../era/negotiate.js';
import { rpcProblem } from '../http/http-problems.js';
import { Interrupted, RpcFailure } from '../rpc/failures.js';
import { answerTo } from '../rpc/incoming.js';
import { Peer } from '../rpc/peer.js';

/** How one request over a link is made. */
export interface LinkRequest {
  readonly deadline: Deadline;
  readonly headers?: Readonly<Record<string, string>>;
  readonly onProgress?: ((progress: JsonObject) => void) | undefined;
  readonly onSent?: (() => void) | undefined;
}

/** A wire whose two ends understand each other. It lasts until it is lost or closed; what follows is another link. */
export class Link {
  readonly facts: ServerFacts;
  /** Why it was lost; never settles when it is closed by us. */
  readonly lost: Promise<ConnectionProblem>;
  readonly #wire: Wire;
  readonly #peer: Peer;
  readonly #problems: Problems;

  private constructor(
    wire: Wire,
    peer: Peer,
    facts: ServerFacts,
    lost: Promise<ConnectionProblem>,
    problems: Problems,
  ) {
    this.#wire = wire;
    this.#peer = peer;
    this.facts = facts;
    this.lost = lost;
    this.#problems = problems;
  }

  /** Starts a wire and finds the era its server speaks. Rejects with a ConnectionProblem, and then ends what it started. */
  static async open(
    wire: Wire,
    definition: Definition,
    options: ConnectOptions,
    problems: Problems,
    deadline: Deadline,
    onNotification: (method: string, params: JsonObject) => boolean,
  ): Promise<Link> {
    const peer = new Peer(wire, {
      request: (method, params) => answerTo(options.handlers, method, params),
      notification: onNotification,
    });
    options.onDialling?.(() => progressOf(wire));
    const explain = (error: unknown): ConnectionProblem =>
      explained(error, wire, progressOf(wire).phase, problems, deadline);
    let lose!: (problem: ConnectionProblem) => void;
    const lost = new Promise<ConnectionProblem>(resolve => {
      lose = resolve;
    });
    try {
      const receiver = {
        message: (message: JsonObject) => peer.receive(message),
        lost: (problem: ConnectionProblem) => {
          peer.lost(problem);
          lose(problem);
        },
      };
      await within(deadline, wire.start(receiver));
      const facts = await negotiate({
        peer,
        transport: wire.transport,
        pin: definition.protocol,
        verdict: options.verdict,
        self: {
          clientInfo: { ...(options.clientInfo ?? defaultClientInfo) },
          capabilities: capabilitiesOf(options),
        },
        request: { signal: deadline.signal },
        problems,
        explain,
      });
      peer.cancelsByStream = facts.era === 'modern' && wire.transport === 'http';
      wire.agreed(facts);
      // A server may refuse what comes before it has read this.
      if (facts.era === 'handshake') await within(deadline, peer.notify('notifications/initialized'));
      return new Link(wire, peer, facts, lost, problems);
    } catch (error) {
      void wire.release();
      throw explain(error);
    }
  }

  /** True where single requests have headers and a stream of their own. */
  get carriesHeaders(): boolean {
    return this.facts.era === 'modern' && this.#wire.transport === 'http';
  }

  /** The result as it was sent. Rejects with a ConnectionProblem. */
  async request(method: string, params: JsonObject, options: LinkRequest): Promise<JsonObject> {
    const { deadline, ...rest } = options;
    try {
      return await this.#peer.request(method, params, { ...rest, signal: deadline.signal });
    } catch (error) {
      throw explained(error, this.#wire, 'call', this.#problems, deadline);
    }
  }

  stderrTail(): readonly string[] {
    return this.#wire.stderrTail();
  }

  get pid(): number | undefined {
    return this.#wire.pid;
  }

  close(): Promise<void> {
    return this.#wire.close();
  }

  release(): Promise<void> {
    return this.#wire.release();
  }
}

function explained(
  error: unknown,
  wire: Wire,
  phase: Phase,
  problems: Problems,
  deadline: Deadline,
): ConnectionProblem {
  if (error instanceof RpcFailure) return rpcProblem(problems, error, phase);
  if (!(error instanceof Interrupted)) return wire.explain(error, phase);
  const { hint, stderrTail } = progressOf(wire);
  return deadline.problem(problems, phase, {
    ...(phase === 'call' && { sent: error.sent }),
    ...(stderrTail && { stderrTail }),
    ...(phase !== 'call' && hint !== undefined && { hint }),
  });
}

/** How far a wire has got before a revision is agreed on. */
function progressOf(wire: Wire): DialProgress {
  const { startHint: hint } = wire;
  const stderrTail = wire.stderrTail();
  return {
    phase: wire.phase === 'start' ? 'start' : 'handshake',
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
