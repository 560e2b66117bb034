import type { FromThread } from './messages.js';

/** What may wait to be heard, in characters or so. */
const MOST = 4_194_304;
const EACH = 256;

/** What a message takes up while it waits. Both threads come to the same number. */
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

/** Holds a thread up for as long as too much of what it has said waits to be heard: it may be faster than its listener. */
export function countSaid(unheard: Int32Array, weight: number): void {
  if (weight === 0) return;
  for (let now = Atomics.load(unheard, 0); now > MOST; now = Atomics.load(unheard, 0)) Atomics.wait(unheard, 0, now);
  Atomics.add(unheard, 0, weight);
}

/** Lets a thread go on that was held up. */
export function countHeard(unheard: Int32Array, weight: number): void {
  if (weight === 0) return;
  Atomics.sub(unheard, 0, weight);
  Atomics.notify(unheard, 0);
}
