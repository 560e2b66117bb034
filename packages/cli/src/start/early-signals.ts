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
  readonly #patience: NodeJS.Timeout[] = [];
  #heard: EndSignal | undefined;

  constructor(argv: readonly string[]) {
    this.#isJson = earlyFlags(argv).json === true;
    process.on('SIGINT', this.#hear).on('SIGTERM', this.#hear);
  }

  /** The signal that came so far. */
  get heard(): EndSignal | undefined {
    return this.#heard;
  }

  /** Others act on signals from here on. */
  leave(): void {
    process.off('SIGINT', this.#hear).off('SIGTERM', this.#hear);
    for (const timer of this.#patience) clearTimeout(timer);
  }

  readonly #hear = (signal: NodeJS.Signals): void => {
    const code = exitCodeFor(signal);
    if (this.#heard !== undefined) process.exit(code);
    this.#heard = signal as EndSignal;
    this.#patience.push(setTimeout(() => exitCancelled(code, this.#isJson), CANCEL_MS));
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
