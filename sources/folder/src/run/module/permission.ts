/** Where the word to begin is left, among the numbers both threads see. */
const WORD = 2;

/** Lets a thread begin the call it was handed. No message: it is on its way already, or waits. */
export function permit(shared: Int32Array): void {
  Atomics.store(shared, WORD, 1);
  Atomics.notify(shared, WORD);
}

/** Holds the thread up until it may begin the call it was handed. */
export function awaitPermission(shared: Int32Array): void {
  while (Atomics.load(shared, WORD) === 0) Atomics.wait(shared, WORD, 0);
  Atomics.store(shared, WORD, 0);
}

/** Whether a call that was permitted has not begun: its thread has not come to it yet, or never will. */
export function isPending(shared: Int32Array): boolean {
  return Atomics.load(shared, WORD) === 1;
}
