/** What a call needs of an AbortSignal. Any AbortSignal is one. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** An AbortController and its signal in one object; a real AbortController costs more than many a call. */
export class Stop implements StopSignal {
  #listeners: (() => void)[] | undefined;
  #stopped = false;
  #reason: unknown;

  get aborted(): boolean {
    return this.#stopped;
  }

  get reason(): unknown {
    return this.#reason;
  }

  throwIfAborted(): void {
    if (this.#stopped) throw this.#reason;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.#stopped) return;
    this.#listeners ??= [];
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const at = this.#listeners?.indexOf(listener) ?? -1;
    if (at !== -1) this.#listeners!.splice(at, 1);
  }

  /** Calls all listeners, once. */
  stop(reason: unknown = new DOMException('This operation was aborted', 'AbortError')): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#reason = reason;
    const listeners = this.#listeners ?? [];
    this.#listeners = undefined;
    for (const listener of listeners) listener();
  }

  /** Stops when another does. */
  follow(other: StopSignal): void {
    if (other.aborted) this.stop(other.reason);
    else other.addEventListener('abort', () => this.stop(other.reason), { once: true });
  }
}

/** A real AbortSignal that fires when this one does, for those who need to have one. */
export function abortSignalOf(signal: StopSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort(signal.reason);
  else signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  return controller.signal;
}
