import type { Definition } from '@concord/client';
import type { Source, SourceReport, StopSignal } from '@concord/engine';
import { Warm } from './warm.js';

/** What a command says that uses a source: when it gives up, and where it hears of it. */
export interface SourceUse {
  readonly signal?: StopSignal;
  readonly onReport?: (report: SourceReport) => void;
}

/** One source of our own that is kept open. */
export class WarmSource extends Warm<Source, SourceUse> {
  #source: Source | undefined;

  constructor(definition: Definition, idleTimeoutMs: number, open: () => Promise<Source>, onIdle: () => void) {
    super(definition, idleTimeoutMs, open, onIdle);
    this.opened.then(
      source => {
        this.#source = source;
        // Reports that come while nobody uses it are for nobody.
        source.onReport?.(report => {
          for (const user of this.users) user.onReport?.(report);
        });
      },
      () => {},
    );
  }

  override get isBusy(): boolean {
    return this.#source?.isBusy?.() === true;
  }
}

/** A source as one command has it: `close` gives it back, and what is asked of it counts as being in flight. */
export interface LeasedSource {
  readonly source: Source;
  call<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The lease of one command on a source that is kept. */
export function leaseSource(source: Source, warm: WarmSource, use: SourceUse): LeasedSource {
  return {
    source,
    call: work => {
      warm.calls += 1;
      return warm.counted(work);
    },
    close: async () => warm.leave(use),
  };
}
