/** Who may read what a server logs: whoever has it alone, because nobody knows which request a line is about. */
export class LogReaders {
  #only: WeakRef<object> | undefined;
  #isShared = false;

  /** Notes that a request is made for a client; one for none in particular does not count. */
  note(client: object | undefined): void {
    if (client === undefined || this.#isShared) return;
    if (this.#only === undefined) this.#only = new WeakRef(client);
    else if (this.#only.deref() !== client) this.#isShared = true;
  }

  mayRead(client: object | undefined): boolean {
    return !this.#isShared && (this.#only === undefined || this.#only.deref() === client);
  }
}
