import { writeSync } from 'node:fs';
import { earlyFlags } from '../parse/command-line.js';

const codes = { SIGINT: 130, SIGTERM: 143 } as const;

/** The signals that ask a command to end. */
export type EndSignal = keyof typeof codes;

/** How long a cancelled command may take to print that it was cancelled. */
export const CANCEL_MS = 500;

/** Receives signals while the command is still being loaded. A second signal, or `CANCEL_MS`, ends the process. */
export class EarlySignals {
  readonly #isJson: boolean;
  readonly #timers: NodeJS.Timeout[] = [];
  #receivedSignal: EndSignal | undefined;

  constructor(argv: readonly string[]) {
    this.#isJson = earlyFlags(argv).json === true;
    process.on('SIGINT', this.#receive).on('SIGTERM', this.#receive);
  }

  /** The signal that was received; undefined when none was. */
  get receivedSignal(): EndSignal | undefined {
    return this.#receivedSignal;
  }

  /** Stops receiving signals, because the command now handles them. */
  stopListening(): void {
    process.off('SIGINT', this.#receive).off('SIGTERM', this.#receive);
    for (const timer of this.#timers) clearTimeout(timer);
  }

  readonly #receive = (signal: NodeJS.Signals): void => {
    const code = exitCodeFor(signal);
    if (this.#receivedSignal !== undefined) process.exit(code);
    this.#receivedSignal = signal as EndSignal;
    this.#timers.push(setTimeout(() => exitCancelled(code, this.#isJson), CANCEL_MS));
  };
}

/** The exit code of a command that was ended by a signal. */
export const exitCodeFor = (signal: NodeJS.Signals): number => codes[signal as EndSignal] ?? 130;

/** Ends the process of a command that did not print anything in time after a signal. */
export function exitCancelled(code: number, isJson: boolean): never {
  const error = { message: 'Cancelled', kind: 'cancelled', retryable: true };
  const metadata = { timestamp: new Date().toISOString() };
  if (isJson) writeSync(1, `${JSON.stringify({ status: 'error', error, metadata }, null, 2)}\n`);
  process.exit(code);
}
