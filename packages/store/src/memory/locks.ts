import type { LockKey } from '@concord/engine';
import type { HeldLockRow, LockClaim, LockPart } from '../parts/locks.js';
import type { MemoryState } from './state.js';

interface Held {
  readonly claim: LockClaim;
  readonly fence: number;
  readonly since: string;
}

interface InLine {
  readonly claim: LockClaim;
  readonly since: string;
  readonly until: number;
}

/** A holder, or one who is in line before. */
type Rival = { readonly key: string; readonly claim: LockClaim; readonly since: string };

const excludes = (one: LockKey, other: LockKey) =>
  one.key === other.key && (one.mode === 'write' || other.mode === 'write');

export interface MemoryLocks extends LockPart {
  /** Gives a lock back; false when it was lost before. */
  giveBack(lock: string): boolean;
  isHeld(lock: string): boolean;
}

export function memoryLocks(state: MemoryState): MemoryLocks {
  const held = new Map<string, Held>();
  const line = new Map<string, InLine>();
  state.onBurial.push(replica => {
    for (const [lock, { claim }] of held) if (claim.replica === replica) giveBack(lock);
    for (const [lock, { claim }] of line) if (claim.replica === replica) line.delete(lock);
  });

  function giveBack(lock: string): boolean {
    const found = held.get(lock) ?? line.get(lock);
    held.delete(lock);
    line.delete(lock);
    for (const { key } of found?.claim.keys ?? []) state.notify('locks', key);
    return found !== undefined;
  }

  function rivalsOf(claim: LockClaim): Rival[] {
    const inLineBefore: InLine[] = [];
    for (const [lock, waiting] of line) {
      if (lock === claim.lock) break;
      if (waiting.until > state.clock()) inLineBefore.push(waiting);
      else line.delete(lock);
    }
    const others = [...held.values(), ...inLineBefore];
    return claim.keys.flatMap(mine =>
      others.flatMap(other =>
        other.claim.keys.some(theirs => excludes(mine, theirs))
          ? [{ key: mine.key, claim: other.claim, since: other.since }]
          : [],
      ),
    );
  }

  function standInLine(claim: LockClaim, waitMs: number): void {
    const since = line.get(claim.lock)?.since ?? new Date(state.clock()).toISOString();
    line.set(claim.lock, { claim, since, until: state.clock() + waitMs });
  }

  return {
    giveBack,
    isHeld: lock => held.has(lock),
    async acquire(claim) {
      state.checkLives(claim.replica);
      let rivals = rivalsOf(claim);
      if (state.buryExpired(rivals.map(rival => rival.claim.replica))) rivals = rivalsOf(claim);
      const [rival] = rivals;
      if (rival) {
        const holder = { ...rival.claim.holder, since: rival.since };
        if (claim.waitMs !== undefined) standInLine(claim, claim.waitMs);
        return { held: false, key: rival.key, holder, replica: rival.claim.replica };
      }
      line.delete(claim.lock);
      const fence = state.nextFence();
      held.set(claim.lock, { claim, fence, since: new Date(state.clock()).toISOString() });
      return { held: true, fence };
    },
    async release(lock) {
      giveBack(lock);
    },
    async holds(lock) {
      return held.has(lock);
    },
    async list() {
      return [...held.values()].flatMap(({ claim, fence, since }) =>
        claim.keys.map(
          ({ key, mode }): HeldLockRow => ({
            key,
            mode,
            replica: claim.replica,
            fence,
            holder: { ...claim.holder, since },
          }),
        ),
      );
    },
  };
}
