/** The index of the permission among the shared numbers. */
const WORD = 2;

/** Its values: no permission yet, the call may begin, the thread waits for permission. */
const NONE = 0;
const GRANTED = 1;
const AWAITED = 2;

/** Lets a thread begin the call it was handed. */
export function permit(shared: Int32Array): void {
  // `notify` alone costs as much as a small call, so it is left out where the thread does not wait.
  if (Atomics.exchange(shared, WORD, GRANTED) === AWAITED) Atomics.notify(shared, WORD);
}

/** Blocks the thread until it may begin the call it was handed. */
export function awaitPermission(shared: Int32Array): void {
  while (Atomics.compareExchange(shared, WORD, NONE, AWAITED) !== GRANTED) Atomics.wait(shared, WORD, AWAITED);
  Atomics.store(shared, WORD, NONE);
}

/** Whether a permitted call has not begun. */
export function isPending(shared: Int32Array): boolean {
  return Atomics.load(shared, WORD) === GRANTED;
}
