import type { Conflict, LockHolder, LockMode } from './lease.js';
import { type Claim, heldFromNow } from './request.js';

/** A claim that holds its keys in this process, or waits for them. */
export interface Ticket {
  claim: Claim;
  /** The conflict of a ticket that has its keys in this process but not yet on the machine. */
  blockedBy?: Conflict | undefined;
  granted: boolean;
  whenGranted?: () => void;
}

interface Line {
  readonly holders: Set<Ticket>;
  readonly waiting: Set<Ticket>;
}

/**
 * The locks of one process. A claim gets all its keys in one step or none. First come, first served: a claim that
 * could have its keys still waits behind an earlier one that wants one of them in a mode that excludes its own.
 */
export class LockTable {
  readonly #lines = new Map<string, Line>();

  /** Takes the keys at once, or returns the conflict. */
  take(claim: Claim): Ticket | Conflict {
    const ticket: Ticket = { claim, granted: false };
    const conflict = this.conflictOf(ticket);
    if (conflict === undefined) this.#grant(ticket);
    return conflict ?? ticket;
  }

  /** Waits for the keys: `ticket.granted` may be true at once, else `whenGranted` is called when they are held. */
  queue(claim: Claim, whenGranted: () => void): Ticket {
    const ticket: Ticket = { claim, granted: false, whenGranted };
    if (this.conflictOf(ticket) === undefined) this.#grant(ticket);
    else for (const key of claim.keys.keys()) this.#line(key).waiting.add(ticket);
    return ticket;
  }

  /** The conflict of a ticket that is not granted. */
  conflictOf(ticket: Ticket): Conflict | undefined {
    for (const [key, mode] of ticket.claim.keys) {
      const line = this.#lines.get(key);
      const other = line && (rival(line.holders, ticket, key, mode) ?? rival(line.waiting, ticket, key, mode));
      if (other !== undefined) return { held: false, key, holder: holderOf(other, key) };
    }
    return undefined;
  }

  /** Releases the keys, or stops waiting for them; the next claims get them. */
  leave(ticket: Ticket): void {
    for (const key of ticket.claim.keys.keys()) {
      const line = this.#line(key);
      line.holders.delete(ticket);
      line.waiting.delete(ticket);
    }
    for (const key of ticket.claim.keys.keys()) this.#advance(key);
  }

  /** The number of keys that are held or waited for. */
  get size(): number {
    return this.#lines.size;
  }

  #advance(key: string): void {
    const line = this.#lines.get(key);
    if (line === undefined) return;
    for (const ticket of line.waiting) {
      if (this.conflictOf(ticket) === undefined) {
        this.#grant(ticket);
        ticket.whenGranted?.();
      } else if (ticket.claim.keys.get(key) === 'write') break;
    }
    if (line.holders.size === 0 && line.waiting.size === 0) this.#lines.delete(key);
  }

  #grant(ticket: Ticket): void {
    ticket.granted = true;
    ticket.claim = heldFromNow(ticket.claim);
    for (const key of ticket.claim.keys.keys()) {
      const line = this.#line(key);
      line.waiting.delete(ticket);
      line.holders.add(ticket);
    }
  }

  #line(key: string): Line {
    let line = this.#lines.get(key);
    if (line === undefined) {
      line = { holders: new Set(), waiting: new Set() };
      this.#lines.set(key, line);
    }
    return line;
  }
}

/** The first ticket before `ticket` whose mode excludes `mode`. */
function rival(tickets: ReadonlySet<Ticket>, ticket: Ticket, key: string, mode: LockMode): Ticket | undefined {
  for (const other of tickets) {
    if (other === ticket) return undefined;
    if (mode === 'write' || other.claim.keys.get(key) === 'write') return other;
  }
  return undefined;
}

function holderOf(ticket: Ticket, key: string): LockHolder {
  return ticket.blockedBy?.key === key ? ticket.blockedBy.holder : ticket.claim.holder;
}
