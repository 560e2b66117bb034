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
    for (const [place, { claim }] of line) if (claim.replica === replica) line.delete(place);
  });

  function giveBack(lock: string): boolean {
    const found = held.get(lock);
    held.delete(lock);
    for (const { key } of found?.claim.keys ?? []) state.notify('locks', key);
    return found !== undefined;
  }

  function rivalsOf(claim: LockClaim): Rival[] {
    const inLineBefore: InLine[] = [];
    for (const [place, waiting] of line) {
      if (place === claim.place) break;
      if (waiting.until > state.clock()) inLineBefore.push(waiting);
      else line.delete(place);
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

  function placeOf(claim: LockClaim): string | undefined {
    if (claim.waitMs === undefined) return undefined;
    const place = claim.place !== undefined && line.has(claim.place) ? claim.place : state.newId();
    const since = line.get(place)?.since ?? new Date(state.clock()).toISOString();
    line.set(place, { claim, since, until: state.clock() + claim.waitMs });
    return place;
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
        return { held: false, key: rival.key, holder, replica: rival.claim.replica, place: placeOf(claim) };
      }
      if (claim.place !== undefined) line.delete(claim.place);
      const lock = state.newId();
      const fence = state.nextFence();
      held.set(lock, { claim, fence, since: new Date(state.clock()).toISOString() });
      return { held: true, lock, fence };
    },
    async release(lock) {
      giveBack(lock);
    },
    async leaveLine(place) {
      const left = line.get(place);
      line.delete(place);
      for (const { key } of left?.claim.keys ?? []) state.notify('locks', key);
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
