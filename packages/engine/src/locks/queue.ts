import { longestTimer } from '../concurrency/pause.js';
import { whenAborted } from '../concurrency/when-aborted.js';
import type { Conflict } from './lease.js';
import type { Claim } from './request.js';
import type { LockTable, Ticket } from './table.js';

/**
 * Waits in line for the keys in this process. Answers with the conflict when the wait is over, rejects with the
 * signal's reason when it is aborted; either way the place in line is given up.
 */
export function waitInLine(
  table: LockTable,
  claim: Claim,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<Ticket | Conflict> {
  return new Promise((resolve, reject) => {
    const ticket = table.queue(claim, () => {
      stopWaiting();
      resolve(ticket);
    });
    const timer = setTimeout(
      () => {
        stopWaiting();
        const conflict = table.conflictOf(ticket);
        table.leave(ticket);
        if (conflict === undefined) reject(new Error('a claim waits for keys that nobody holds'));
        else resolve(conflict);
      },
      Math.min(waitMs, longestTimer),
    );
    const stopListening =
      signal &&
      whenAborted(signal, () => {
        stopWaiting();
        table.leave(ticket);
        reject(signal.reason);
      });
    const stopWaiting = (): void => {
      clearTimeout(timer);
      stopListening?.();
    };
    if (ticket.granted) {
      stopWaiting();
      resolve(ticket);
    }
  });
}
