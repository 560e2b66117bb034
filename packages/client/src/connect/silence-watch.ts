import { readLimits } from '@concord/engine';
import type { ServerFacts } from '../connection/connection.js';
import { Deadline } from '../connection/deadline.js';
import type { ConnectOptions } from '../connection/options.js';
import type { Problems } from '../connection/problems.js';
import type { Transport } from '../connection/transport.js';
import { Interrupted } from '../rpc/failures.js';
import type { Peer } from '../rpc/peer.js';

/** Asks a server that owes answers for a sign of life, and calls back when it gives none. */
export class SilenceWatch {
  readonly #everyMs: number;
  readonly #isAlive: () => Promise<boolean>;
  readonly #onSilence: () => void;
  #owed = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(everyMs: number, isAlive: () => Promise<boolean>, onSilence: () => void) {
    this.#everyMs = everyMs;
    this.#isAlive = isAlive;
    this.#onSilence = onSilence;
  }

  /** A request waits for its answer from here on. */
  begin(): void {
    this.#owed += 1;
    this.#ask();
  }

  /** A request waits no longer. */
  end(): void {
    this.#owed -= 1;
    if (this.#owed > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #ask(): void {
    this.#timer ??= setTimeout(async () => {
      const asked = this.#timer;
      const isAlive = await this.#isAlive();
      // Every request was answered meanwhile.
      if (this.#timer !== asked) return;
      this.#timer = undefined;
      if (isAlive) this.#ask();
      else this.#onSilence();
    }, this.#everyMs).unref();
  }
}

/** Pings a server while requests wait; one that answers nothing in time is ended. Undefined where it is never pinged. */
export function silenceWatch(
  transport: Transport,
  peer: Peer,
  { era }: ServerFacts,
  problems: Problems,
  env: ConnectOptions['env'] = process.env,
): SilenceWatch | undefined {
  const { upstreamPingMs: everyMs, upstreamSilenceMs: withinMs } = readLimits(env, () => {});
  if (everyMs === 0 || withinMs === 0) return undefined;
  const isAlive = async () => {
    const asked = performance.now();
    const deadline = new Deadline(withinMs, undefined);
    try {
      // The modern era has no ping.
      await peer.request(era === 'modern' ? 'server/discover' : 'ping', {}, { signal: deadline.signal });
      return true;
    } catch (error) {
      // Any answer is a sign of life, and so is any message that came meanwhile.
      return !(error instanceof Interrupted) || peer.lastHeard > asked;
    } finally {
      deadline.dispose();
    }
  };
  const message = `${problems.server}: the server answered nothing for ${Math.round(withinMs)} ms, and was ended`;
  return new SilenceWatch(everyMs, isAlive, () =>
    transport.fail(problems.make('unreachable', message, { phase: 'call', sent: true })),
  );
}
