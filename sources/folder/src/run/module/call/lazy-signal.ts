/** A word to stop whose AbortSignal is made when somebody looks at it: most tools never do, and it costs more than many a call. */
export class LateSignal {
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
