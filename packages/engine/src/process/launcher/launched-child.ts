/** Called once, with the status or the name of the signal that ended a child. */
export type ExitListener = (code: number | null, signal: string | null) => void;

/** A child that the launcher started. Its exit may be reported before `onExit` is called. */
export class LaunchedChild {
  #listener: ExitListener | undefined;
  #exit: Parameters<ExitListener> | undefined;

  constructor(
    readonly pid: number,
    /** Lets this process end before the exit is reported. */
    readonly letGo: () => void,
  ) {}

  onExit(listener: ExitListener): void {
    this.#listener = listener;
    if (this.#exit !== undefined) listener(...this.#exit);
  }

  exited(...exit: Parameters<ExitListener>): void {
    this.#exit = exit;
    this.#listener?.(...exit);
  }
}
