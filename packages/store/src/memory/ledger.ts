import type { LedgerAnswer, LedgerClaim, LedgerEnd, LedgerPart } from '../parts/ledger.js';
import type { MemoryState } from './state.js';

interface Entry {
  readonly claim: LedgerClaim;
  readonly since: number;
  readonly expiresAt: number;
  readonly state: 'running' | 'unknown' | 'finished';
  readonly answer?: string;
  readonly finishedAt?: number;
}

const nameOf = ({ caller, tool, key }: LedgerClaim) => JSON.stringify([caller, tool, key]);

export interface MemoryLedger extends LedgerPart {
  /** Whether an answer is kept for this entry. */
  isFinished(entry: string): boolean;
  end(end: LedgerEnd): boolean;
}

export function memoryLedger(state: MemoryState): MemoryLedger {
  const entries = new Map<string, Entry>();
  /** The names of entries that run. */
  const running = new Map<string, string>();
  const finished = new Set<string>();
  state.onBurial.push(replica => {
    for (const id of [...running.keys()])
      if (runningEntry(id)?.claim.replica === replica) end({ entry: id, unknown: true });
  });

  const runningEntry = (id: string) => entries.get(running.get(id) ?? '');

  function end(given: LedgerEnd): boolean {
    const entry = runningEntry(given.entry);
    if (entry === undefined) return finished.has(given.entry);
    const ending =
      'answer' in given
        ? { state: 'finished' as const, answer: given.answer, finishedAt: state.clock() }
        : { state: 'unknown' as const };
    entries.set(nameOf(entry.claim), { ...entry, ...ending });
    running.delete(given.entry);
    if ('answer' in given) finished.add(given.entry);
    state.notify('ledger', given.entry);
    return true;
  }

  function current(name: string): Entry | undefined {
    const entry = entries.get(name);
    if (entry?.state === 'running') state.buryExpired([entry.claim.replica]);
    // A call that runs is not forgotten, however long it takes.
    const found = entries.get(name);
    return found && (found.state === 'running' || found.expiresAt > state.clock()) ? found : undefined;
  }

  function begin(claim: LedgerClaim): LedgerAnswer {
    const name = nameOf(claim);
    const found = current(name);
    if (found !== undefined) {
      const { requestId } = found.claim;
      if (found.claim.argsHash !== claim.argsHash) return { status: 'reused', requestId };
      if (found.state === 'finished')
        return { status: 'finished', requestId, answer: found.answer!, finishedAt: found.finishedAt! };
      if (found.state === 'running')
        return {
          status: 'running',
          entry: found.claim.entry,
          requestId,
          replica: found.claim.replica,
          since: found.since,
        };
      if (!claim.retryUnknown) return { status: 'unknown', requestId, since: found.since };
    }
    const now = state.clock();
    if (found) finished.delete(found.claim.entry);
    entries.set(name, { claim, since: now, expiresAt: now + claim.keepMs, state: 'running' });
    running.set(claim.entry, name);
    return { status: 'fresh' };
  }

  return {
    isFinished: entry => finished.has(entry),
    end,
    async begin(claim) {
      state.checkLives(claim.replica);
      return begin(claim);
    },
    async finish(given) {
      return end(given);
    },
    async abandon(id) {
      const name = running.get(id);
      if (name === undefined) return false;
      running.delete(id);
      entries.delete(name);
      state.notify('ledger', id);
      return true;
    },
    async sweep() {
      const now = state.clock();
      const expired = [...entries].filter(([, entry]) => entry.state !== 'running' && entry.expiresAt <= now);
      for (const [name, { claim }] of expired) {
        entries.delete(name);
        finished.delete(claim.entry);
      }
      return expired.length;
    },
  };
}
