import { randomBytes } from 'node:crypto';
import type { DocumentPart, StoredDocument } from '../parts/documents.js';
import type { KeyPart, KeyPurpose, RingKey } from '../parts/keys.js';
import type { Owner, OwnerPart } from '../parts/owners.js';
import type { MemoryState } from './state.js';

export function memoryOwners(state: MemoryState): OwnerPart {
  const owners = new Map<string, Owner>();
  const release = (name: string) => {
    owners.delete(name);
    state.notify('owners', name);
  };
  state.onBurial.push(replica => {
    for (const owner of [...owners.values()]) if (owner.replica === replica) release(owner.name);
  });
  return {
    async claim(name, replica) {
      state.checkLives(replica);
      const found = owners.get(name);
      if (found && found.replica !== replica) state.buryExpired([found.replica]);
      const standing = owners.get(name);
      if (standing) return standing;
      const owner = { name, replica, fence: state.nextFence(), advertise: state.replicas.get(replica)!.advertise };
      owners.set(name, owner);
      state.notify('owners', name);
      return owner;
    },
    async find(name) {
      return owners.get(name);
    },
    async isCurrent(name, fence) {
      return owners.get(name)?.fence === fence;
    },
    async release(name, replica) {
      if (owners.get(name)?.replica === replica) release(name);
    },
  };
}

export function memoryKeys(state: MemoryState): KeyPart {
  const rings = new Map<KeyPurpose, readonly RingKey[]>();
  const newKey = (): RingKey => ({ id: state.newId(), secret: randomBytes(32), createdAt: state.clock() });
  return {
    async ring(purpose) {
      if (!rings.has(purpose)) rings.set(purpose, [newKey()]);
      return rings.get(purpose)!;
    },
    async rotate(purpose, keepMs) {
      const oldest = state.clock() - keepMs;
      const ring = [newKey(), ...(rings.get(purpose) ?? []).filter(key => key.createdAt > oldest)];
      rings.set(purpose, ring);
      state.notify('keys', purpose);
      return ring;
    },
  };
}

export function memoryDocuments(state: MemoryState): DocumentPart {
  const documents = new Map<string, StoredDocument>();
  return {
    async read(name) {
      return documents.get(name);
    },
    async write(name, text, expected) {
      if ((documents.get(name)?.version ?? 0) !== expected) return false;
      documents.set(name, { text, version: expected + 1 });
      state.notify('documents', name);
      return true;
    },
    async remove(name) {
      documents.delete(name);
      state.notify('documents', name);
    },
  };
}
