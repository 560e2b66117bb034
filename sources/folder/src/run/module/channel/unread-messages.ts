import type { FromThread } from './messages.js';

/** The most that may wait to be received, in about characters. */
const MOST = 4_194_304;
const EACH = 256;

/** How much a message counts while it waits to be received. Both threads compute the same number. */
export function weightOf(message: FromThread): number {
  switch (message.type) {
    case 'printed':
      return EACH + message.text.length;
    case 'log':
      return EACH + message.size;
    case 'progress':
      return EACH + (message.message?.length ?? 0);
    case 'resource':
      return EACH + message.path.length;
    default:
      return 0;
  }
}

/** Counts a message that is sent. Blocks the thread while too much waits to be received. */
export function countSent(unread: Int32Array, weight: number): void {
  if (weight === 0) return;
  for (let now = Atomics.load(unread, 0); now > MOST; now = Atomics.load(unread, 0)) Atomics.wait(unread, 0, now);
  Atomics.add(unread, 0, weight);
}

/** Counts a message that was received, and wakes the thread if it was blocked. */
export function countReceived(unread: Int32Array, weight: number): void {
  if (weight === 0) return;
  Atomics.sub(unread, 0, weight);
  Atomics.notify(unread, 0);
}
