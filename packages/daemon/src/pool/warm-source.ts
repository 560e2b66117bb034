import type { Definition } from '@concord/client';
import type { Source, SourceReport, StopSignal } from '@concord/engine';
import { Warm } from './warm.js';

/** How a command uses a source: what cancels it, and where reports go. */
export interface SourceUse {
  readonly signal?: StopSignal;
  readonly onReport?: (report: SourceReport) => void;
}

/** A built-in source that is kept open. */
export class WarmSource extends Warm<Source, SourceUse> {
  #source: Source | undefined;

  constructor(definition: Definition, idleTimeoutMs: number, open: () => Promise<Source>, onIdle: () => void) {
    super(definition, idleTimeoutMs, open, onIdle);
    this.opened.then(
      source => {
        this.#source = source;
        // Reports that come while no command uses it are dropped.
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

/** A source as one command uses it: `close` returns it to the pool, and `call` counts a request in progress. */
export interface LeasedSource {
  readonly source: Source;
  call<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Lends a kept source to one command. */
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
