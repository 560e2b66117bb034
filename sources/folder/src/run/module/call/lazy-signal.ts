/** A request to stop whose AbortSignal is made on first use: most tools never use it, and making one costs more than many a call. */
export class LazySignal {
  #controller: AbortController | undefined;
  #stopped = false;

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#stopped) this.stop();
    }
    return this.#controller.signal;
  }

  stop(): void {
    this.#stopped = true;
    this.#controller?.abort(new DOMException('The call was ended', 'AbortError'));
  }
}
