import { ownIdentity, type ProcessIdentity } from '../process/facts/process-facts.js';
import { LayeredLocks } from './layered-locks.js';
import type { AcquireRequest, AcquireWait, Conflict, Lease } from './lease.js';
import type { GuardStep } from './lock-files.js';
import { MachineLocks } from './machine-locks.js';
import type { OuterHold, OuterLocks } from './outer-locks.js';

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
  const machine = directory === undefined ? undefined : new MachineLocks({ directory, identity, atStep });
  return new LayeredLocks(identity.pid, machine && whereUsable(machine, onWarning));
}

const heldNowhere: OuterHold = { held: true, release: async () => {} };

/** The locks of the machine; where their directory cannot be used, locks go on excluding within this process. */
function whereUsable(machine: MachineLocks, onWarning: LocksOptions['onWarning']): OuterLocks {
  let warned = false;
  return {
    async take(claim, wait) {
      try {
        return await machine.take(claim, wait);
      } catch (error) {
        if (wait.signal?.aborted || typeof (error as NodeJS.ErrnoException).syscall !== 'string') throw error;
        if (!warned) onWarning?.(`locks exclude only within this process: ${(error as Error).message}`);
        warned = true;
        return heldNowhere;
      }
    },
  };
}
