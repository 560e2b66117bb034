import type { Store } from '../store.js';
import { memoryCallers } from './callers.js';
import { memoryLedger } from './ledger.js';
import { memoryLocks } from './locks.js';
import { memoryQuotas } from './quotas.js';
import { memoryRecords } from './records.js';
import { memoryReplicas } from './replicas.js';
import { memorySessions } from './sessions.js';
import { memoryDocuments, memoryKeys, memoryOwners } from './shared.js';
import { memorySpills } from './spills.js';
import { MemoryState } from './state.js';

/** A store of this process alone; all is gone with it. */
export function openMemoryStore(clock: () => number = Date.now): Store {
  const state = new MemoryState(clock);
  const locks = memoryLocks(state);
  const ledger = memoryLedger(state);
  const records = memoryRecords(state);
  return {
    kind: 'memory',
    place: 'memory',
    replicas: memoryReplicas(state),
    locks,
    ledger,
    records,
    spills: memorySpills(state),
    callers: memoryCallers(state),
    quotas: memoryQuotas(state),
    owners: memoryOwners(state),
    keys: memoryKeys(state),
    documents: memoryDocuments(state),
    sessions: memorySessions(state),
    async conclude({ lock, ledger: end, records: request }) {
      if (end !== undefined && ledger.isFinished(end.entry)) return { kept: true };
      if (lock !== undefined && !locks.isHeld(lock)) return { kept: false, lost: 'lock' };
      if (end !== undefined && !ledger.end(end)) return { kept: false, lost: 'ledger' };
      if (request !== undefined) records.add(request);
      if (lock !== undefined) locks.giveBack(lock);
      return { kept: true };
    },
    async tell(topic, key) {
      state.notify(topic, key);
    },
    onNotice(listener) {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
    async now() {
      return state.clock();
    },
    async close() {
      state.listeners.clear();
    },
  };
}
