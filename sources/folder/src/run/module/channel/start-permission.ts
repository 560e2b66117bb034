/** Where the word to begin is left, among the numbers both threads see. */
const WORD = 2;

/** What stands there: nothing yet, that the call may begin, or that its thread waits to be told. */
const NONE = 0;
const GRANTED = 1;
const AWAITED = 2;

/** Lets a thread begin the call it was handed. No message: it is on its way already, or waits. */
export function permit(shared: Int32Array): void {
  // Nobody is woken where nobody waits: that alone costs as much as a small call.
  if (Atomics.exchange(shared, WORD, GRANTED) === AWAITED) Atomics.notify(shared, WORD);
}

/** Holds the thread up until it may begin the call it was handed. */
export function awaitPermission(shared: Int32Array): void {
  while (Atomics.compareExchange(shared, WORD, NONE, AWAITED) !== GRANTED) Atomics.wait(shared, WORD, AWAITED);
  Atomics.store(shared, WORD, NONE);
}

/** Whether a call that was permitted has not begun: its thread has not come to it yet, or never will. */
export function isPending(shared: Int32Array): boolean {
  return Atomics.load(shared, WORD) === GRANTED;
}
