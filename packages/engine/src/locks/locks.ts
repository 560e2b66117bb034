import { ownIdentity, type ProcessIdentity } from '../process/facts/process-facts.js';
import type { AcquireRequest, AcquireWait, Conflict, Lease } from './lease.js';
import type { GuardStep } from './lock-files.js';
import { type MachineHold, MachineLocks } from './machine-locks.js';
import { waitInLine } from './queue.js';
import { checkRequest, claimOf } from './request.js';
import { LockTable, type Ticket } from './table.js';

/** Where locks are kept and who they are held by. */
export interface LocksOptions {
  /** Folder of the lock files, made when first needed; undefined: locks exclude only within this `Locks`. */
  readonly directory: string | undefined;
  /** Whom lock files name as their owner; by default this process. */
  readonly processIdentity?: ProcessIdentity | undefined;
  /** Told once when the directory cannot be used and locks go on excluding within this process only. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** Locks on keys, among all who use the same directory on this machine. */
export interface Locks {
  /**
   * All keys or none. By default a taken key is a Conflict at once; with `waitMs` only after that long. Within one
   * process requests are served in order of arrival. A holder that crashed holds nothing; one that lives is never
   * overridden. Rejects with the signal's reason when it is aborted first, and with a TypeError for bad arguments.
   */
  acquire(request: AcquireRequest, wait?: AcquireWait): Promise<Lease | Conflict>;
}

/** Opens the locks of a directory, or those of this object alone. Touches no file before the first `acquire`. */
export function createLocks(options: LocksOptions): Locks {
  return createObservedLocks(options, () => {});
}

/** As `createLocks`, and calls `atStep` between any two file operations, where a test may let the process die. */
export function createObservedLocks(options: LocksOptions, atStep: (step: GuardStep) => void): Locks {
  const { directory, onWarning } = options;
  const identity = options.processIdentity ?? ownIdentity();
  const table = new LockTable();
  const machine = directory === undefined ? undefined : new MachineLocks({ directory, identity, atStep });
  let warned = false;

  /** The keys on the machine; undefined where the directory cannot be used. */
  async function takeOnMachine(ticket: Ticket, until: number, signal: AbortSignal | undefined) {
    try {
      return await machine?.take(ticket.claim, {
        until,
        signal,
        whenBlocked: conflict => {
          ticket.blockedBy = conflict;
        },
      });
    } catch (error) {
      if (signal?.aborted || typeof (error as NodeJS.ErrnoException).syscall !== 'string') throw error;
      if (!warned) onWarning?.(`locks exclude only within this process: ${(error as Error).message}`);
      warned = true;
      return undefined;
    } finally {
      ticket.blockedBy = undefined;
    }
  }

  return {
    async acquire(request, wait = {}) {
      checkRequest(request, wait);
      const { waitMs = 0, signal } = wait;
      signal?.throwIfAborted();
      const started = performance.now();
      const until = started + waitMs;
      const claim = claimOf(request, identity.pid);
      const ticket = waitMs === 0 ? table.take(claim) : await waitInLine(table, claim, waitMs, signal);
      if ('held' in ticket) return ticket;
      let hold: MachineHold | Conflict | undefined;
      try {
        hold = await takeOnMachine(ticket, until, signal);
      } catch (error) {
        table.leave(ticket);
        throw error;
      }
      if (hold?.held === false) {
        table.leave(ticket);
        return hold;
      }
      let released: Promise<void> | undefined;
      const release = async (): Promise<void> => {
        await hold?.release();
        table.leave(ticket);
      };
      return {
        held: true,
        waitedMs: performance.now() - started,
        release() {
          released ??= release();
          return released;
        },
      };
    },
  };
}
