import { writeSync } from 'node:fs';
import { earlyFlags } from '../parse/command-line.js';

const codes = { SIGINT: 130, SIGTERM: 143 } as const;

/** The signals that ask a command to end. */
export type EndSignal = keyof typeof codes;

/** How long a command has to say that it was given up. */
export const CANCEL_MS = 500;

/** Signals that come before anything stands that could act on them. A second one, or time, ends the process. */
export class EarlySignals {
  readonly #isJson: boolean;
  readonly #timers: NodeJS.Timeout[] = [];
  #receivedSignal: EndSignal | undefined;

  constructor(argv: readonly string[]) {
    this.#isJson = earlyFlags(argv).json === true;
    process.on('SIGINT', this.#receive).on('SIGTERM', this.#receive);
  }

  /** The signal that came so far. */
  get receivedSignal(): EndSignal | undefined {
    return this.#receivedSignal;
  }

  /** Others act on signals from here on. */
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

/** The exit code of a command that a signal ended. */
export const exitCodeFor = (signal: NodeJS.Signals): number => codes[signal as EndSignal] ?? 130;

/** Ends the process for a command that has not said anything in time. */
export function exitCancelled(code: number, isJson: boolean): never {
  const error = { message: 'Cancelled', kind: 'cancelled', retryable: true };
  const metadata = { timestamp: new Date().toISOString() };
  if (isJson) writeSync(1, `${JSON.stringify({ status: 'error', error, metadata }, null, 2)}\n`);
  process.exit(code);
}
