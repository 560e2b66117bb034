import type { CallerPart, StoredCaller } from '../parts/callers.js';
import type { MemoryState } from './state.js';

/** A token of a caller; undefined `until`: for as long as the caller has it. */
interface Token {
  readonly name: string;
  readonly until?: number;
}

export function memoryCallers(state: MemoryState): CallerPart {
  const callers = new Map<string, StoredCaller>();
  const tokens = new Map<string, Token>();
  const isActive = (name: string) => callers.has(name) && callers.get(name)!.revokedAt === undefined;

  return {
    async create({ name, tokenHash, rights, expiresInMs }) {
      if (isActive(name) || tokens.has(tokenHash)) return false;
      const createdAt = state.clock();
      const expiresAt = expiresInMs === undefined ? undefined : createdAt + expiresInMs;
      for (const [hash, token] of tokens) if (token.name === name) tokens.delete(hash);
      callers.set(name, { name, rights, createdAt, expiresAt });
      tokens.set(tokenHash, { name });
      state.notify('callers', name);
      return true;
    },
    async findByToken(tokenHash) {
      const now = state.clock();
      const token = tokens.get(tokenHash);
      const caller = token && callers.get(token.name);
      if (!caller || (token.until !== undefined && token.until <= now)) return undefined;
      return { caller, now };
    },
    async list() {
      return [...callers.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
    },
    async revoke(name) {
      if (!isActive(name)) return callers.has(name);
      callers.set(name, { ...callers.get(name)!, revokedAt: state.clock() });
      state.notify('callers', name);
      return true;
    },
    async rotate(name, tokenHash, graceMs) {
      if (!isActive(name) || tokens.has(tokenHash)) return false;
      const until = state.clock() + graceMs;
      for (const [hash, token] of tokens)
        if (token.name === name) tokens.set(hash, { name, until: Math.min(token.until ?? until, until) });
      tokens.set(tokenHash, { name });
      state.notify('callers', name);
      return true;
    },
  };
}
