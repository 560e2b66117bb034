import { type NewSpill, SPILL_CHUNK_BYTES, type Spill, type SpillPart } from '../parts/spills.js';
import type { MemoryState } from './state.js';

interface Kept {
  readonly spill: Spill;
  readonly chunks: readonly Uint8Array[];
}

interface Upload {
  readonly spill: NewSpill;
  readonly chunks: Uint8Array[];
}

const nameOf = (caller: string, sha256: string) => JSON.stringify([caller, sha256]);

export function memorySpills(state: MemoryState): SpillPart {
  /** In the order of their last use. */
  const kept = new Map<string, Kept>();
  const uploads = new Map<string, Upload>();
  state.onBurial.push(replica => {
    for (const [id, { spill }] of uploads) if (spill.replica === replica) uploads.delete(id);
  });

  function current(caller: string, sha256: string): Kept | undefined {
    const found = kept.get(nameOf(caller, sha256));
    return found && found.spill.expiresAt > state.clock() ? found : undefined;
  }

  function use(name: string, value: Kept): void {
    kept.delete(name);
    kept.set(name, value);
  }

  function makeRoom(most: number): void {
    let total = [...kept.values()].reduce((sum, { spill }) => sum + spill.bytes, 0);
    for (const [name, { spill }] of kept) {
      if (total <= most) return;
      kept.delete(name);
      total -= spill.bytes;
    }
  }

  return {
    async begin(spill) {
      state.checkLives(spill.replica);
      const found = current(spill.caller, spill.sha256);
      if (found) {
        const expiresAt = Math.max(found.spill.expiresAt, state.clock() + spill.keepMs);
        use(nameOf(spill.caller, spill.sha256), { ...found, spill: { ...found.spill, expiresAt } });
        return {};
      }
      const upload = state.newId();
      uploads.set(upload, { spill, chunks: [] });
      return { upload };
    },
    async write(id, index, chunk) {
      const upload = uploads.get(id);
      if (upload) upload.chunks[index] = Uint8Array.from(chunk);
    },
    async seal(id) {
      const upload = uploads.get(id);
      const stored = upload?.chunks.reduce((sum, chunk) => sum + chunk.length, 0);
      if (upload === undefined || stored !== upload.spill.bytes) throw new Error('the upload is not complete');
      uploads.delete(id);
      const { caller, sha256, bytes, mimeType, lineMarks, keepMs, storeBytes } = upload.spill;
      const now = state.clock();
      const spill = { caller, sha256, bytes, mimeType, lineMarks, createdAt: now, expiresAt: now + keepMs };
      use(nameOf(caller, sha256), { spill, chunks: upload.chunks });
      makeRoom(storeBytes);
    },
    async abandon(id) {
      uploads.delete(id);
    },
    async find(caller, sha256) {
      return current(caller, sha256)?.spill;
    },
    async read(caller, sha256, from, to) {
      const found = current(caller, sha256);
      if (found === undefined) return undefined;
      use(nameOf(caller, sha256), found);
      const first = Math.floor(from / SPILL_CHUNK_BYTES);
      const chunks = found.chunks.slice(first, Math.ceil(to / SPILL_CHUNK_BYTES));
      const start = first * SPILL_CHUNK_BYTES;
      return Buffer.concat(chunks).subarray(from - start, Math.max(from, to) - start);
    },
    async list(caller) {
      const now = state.clock();
      const all = [...kept.values()].map(({ spill }) => spill).filter(({ expiresAt }) => expiresAt > now);
      return all
        .filter(spill => caller === undefined || spill.caller === caller)
        .sort((one, other) => other.createdAt - one.createdAt);
    },
    async remove(caller, sha256) {
      return kept.delete(nameOf(caller, sha256));
    },
    async sweep() {
      const now = state.clock();
      const expired = [...kept].filter(([, { spill }]) => spill.expiresAt <= now);
      for (const [name] of expired) kept.delete(name);
      return expired.length;
    },
  };
}
