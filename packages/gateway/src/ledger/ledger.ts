import { randomUUID } from 'node:crypto';
import { type Outcome, type Problem, problem, type State } from '@concord/contract';
import type { Applicant, CallEnd, Unkept } from '@concord/engine';
import {
  type LedgerAnswer,
  type LedgerClaim,
  type LedgerEnd,
  type Store,
  StoreFailure,
  whenNoticed,
} from '@concord/store';
import type { OwingReplica } from '../identity/replica.js';
import { hashOfArguments, type IdempotencyKey } from './idempotency.js';

/** The net under notices that went missing. */
const LONGEST_WAIT_MS = 5_000;

/** What the ledger says of a call: it is the first, it was answered before, or it may not run. */
export type Entered =
  | { readonly by: 'fresh'; readonly entry: string; readonly waitedMs: number }
  | { readonly by: 'replay'; readonly outcome: Outcome; readonly state: State; readonly waitedMs: number }
  | { readonly by: 'refusal'; readonly problem: Problem; readonly state: State; readonly waitedMs: number };

export interface LedgerOptions {
  readonly store: Store;
  readonly replica: OwingReplica;
  /** How long answers are kept. */
  readonly keepMs: () => number;
}

/** Calls under a key of their caller, each of which takes effect once. */
export class Ledger {
  readonly #store: Store;
  readonly #replica: OwingReplica;
  readonly #keepMs: () => number;

  constructor({ store, replica, keepMs }: LedgerOptions) {
    this.#store = store;
    this.#replica = replica;
    this.#keepMs = keepMs;
  }

  /** Enters a call. Waits for one with the same key that is under way; ends when the call does. */
  async enter({ key, retryUnknown }: IdempotencyKey, applicant: Applicant, caller: string): Promise<Entered> {
    const began = performance.now();
    const { operation, server = '', args, call } = applicant;
    const isRepeatable = (operation as { annotations?: { idempotentHint?: boolean } }).annotations?.idempotentHint;
    const claim: Omit<LedgerClaim, 'replica'> = {
      entry: randomUUID(),
      caller,
      tool: `${server}/${operation.name}`,
      key,
      argsHash: hashOfArguments(args),
      requestId: call.requestId,
      keepMs: this.#keepMs(),
      retryUnknown: retryUnknown || isRepeatable === true,
    };
    const waitedMs = () => Math.round(performance.now() - began);
    let ended: Promise<void> | undefined;
    for (;;) {
      const answer = await this.#begin(claim);
      if ('kind' in answer) return { by: 'refusal', problem: answer, state: 'not_started', waitedMs: waitedMs() };
      if (answer.status !== 'running') return entered(answer, claim.entry, waitedMs());
      // Looked at once more while it is listened to: the end may come between the two.
      const before = ended;
      ended = whenNoticed(this.#store, { topic: 'ledger', key: answer.entry }, LONGEST_WAIT_MS, call.signal);
      ended.catch(() => {});
      if (before) await before;
    }
  }

  /** Keeps how a call ended. Gives the problem that its caller has to hear of in place of its answer. */
  async end(entry: string, end: CallEnd): Promise<Unkept | undefined> {
    if (end.state === 'not_started') {
      await this.#replica.owe(() => this.#store.ledger.abandon(entry));
      return undefined;
    }
    try {
      return (await this.#store.ledger.finish(endOf(entry, end))) ? undefined : lost();
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      // Its caller gets the answer; whoever asks again waits until the store has it too.
      await this.#replica.owe(() => this.#store.ledger.finish(endOf(entry, end)));
      return undefined;
    }
  }

  async #begin(claim: Omit<LedgerClaim, 'replica'>): Promise<LedgerAnswer | Problem> {
    try {
      return await this.#store.ledger.begin({ ...claim, replica: this.#replica.id });
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      // It may have been entered without that being heard.
      void this.#replica.owe(() => this.#store.ledger.abandon(claim.entry));
      return error.problem;
    }
  }
}

function entered(answer: Exclude<LedgerAnswer, { status: 'running' }>, entry: string, waitedMs: number): Entered {
  switch (answer.status) {
    case 'fresh':
      return { by: 'fresh', entry, waitedMs };
    case 'finished':
      return { by: 'replay', ...read(answer.answer), waitedMs };
    case 'unknown':
      return { by: 'refusal', problem: unknownEnd(answer.requestId), state: 'unknown', waitedMs };
    case 'reused':
      return { by: 'refusal', problem: reused(answer.requestId), state: 'not_started', waitedMs };
  }
}

function endOf(entry: string, { outcome, state }: CallEnd): LedgerEnd {
  return state === 'finished' ? { entry, answer: write(outcome, state) } : { entry, unknown: true };
}

function write(outcome: Outcome, state: State): string {
  return JSON.stringify({ outcome, state });
}

function read(answer: string): { outcome: Outcome; state: State } {
  return JSON.parse(answer) as { outcome: Outcome; state: State };
}

function reused(requestId: string): Problem {
  return problem('invalid_params', 'The idempotency key was used for a call with other arguments', {
    hint: 'Use a new key for each call that is to take effect, and the same only to repeat one.',
    details: { parameter: 'idempotencyKey', reason: 'key reused', firstRequestId: requestId },
  });
}

function unknownEnd(requestId: string): Problem {
  return problem('unavailable', 'Nobody knows how the call with this idempotency key has ended', {
    hint: 'See whether it took effect. To run it again in any case, use a new key, or say io.concord/retryUnknown in _meta.',
    explanation: 'The process that ran it was lost after it had begun.',
    retryable: false,
    details: { reason: 'unknown', firstRequestId: requestId },
  });
}

/** This process was taken for dead while it ran the call: another may have run it again by now. */
function lost(): Unkept {
  const why = problem('unavailable', 'The call ran, and its entry in the ledger was lost meanwhile', {
    hint: 'See whether it took effect before it is tried again.',
    explanation: 'The store took this process for dead.',
    retryable: false,
    details: { reason: 'unknown' },
  });
  return { problem: why, state: 'unknown' };
}
