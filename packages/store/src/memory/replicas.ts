import type { ReplicaPart } from '../parts/replicas.js';
import type { MemoryState } from './state.js';

export function memoryReplicas(state: MemoryState): ReplicaPart {
  return {
    async join({ id, advertise, leaseMs }) {
      if (state.replicas.has(id)) throw new Error(`replica ${id} is there already`);
      const now = state.clock();
      state.replicas.set(id, { id, advertise, joinedAt: now, leaseUntil: now + leaseMs });
    },
    async renew(id, leaseMs) {
      const replica = state.replicas.get(id);
      if (replica === undefined) return false;
      state.replicas.set(id, { ...replica, leaseUntil: state.clock() + leaseMs });
      return true;
    },
    async leave(id) {
      state.remove(id);
    },
    async bury() {
      const before = [...state.replicas.keys()];
      state.buryExpired(before);
      return before.filter(id => !state.replicas.has(id));
    },
    async list() {
      return [...state.replicas.values()];
    },
  };
}
