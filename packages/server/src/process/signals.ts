import { killAllGroups } from '@concord/engine';
import type { Log } from '../log/log.js';
import type { Ending } from './ending.js';

const codes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** How a server is ended that others may stand in for: those it works for go elsewhere, and what runs may finish. */
export interface Drain {
  readonly graceMs: number;
  begin(): void;
}

/** Ends the process on a signal or an uncaught error; a second signal ends it at once. Returns a function that removes the handlers. */
export function onSignals(ending: Ending, log: Log, drain?: Drain): () => void {
  let signalled = false;
  const handlers = Object.entries(codes).map(([signal, code]) => {
    const handle = () => {
      if (signalled) leave(code);
      signalled = true;
      const isDrained = signal === 'SIGTERM' && drain !== undefined;
      if (isDrained) drain.begin();
      ending.begin(code, signal, isDrained ? drain.graceMs : 0);
    };
    process.on(signal, handle);
    return () => process.off(signal, handle);
  });
  const uncaught = (error: unknown) => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.at('critical', 'core', { message: 'uncaught error', stack });
    leave(3);
  };
  process.on('uncaughtException', uncaught);
  process.on('unhandledRejection', uncaught);
  return () => {
    for (const stop of handlers) stop();
    process.off('uncaughtException', uncaught);
    process.off('unhandledRejection', uncaught);
  };
}

function leave(code: number): never {
  killAllGroups();
  process.exit(code);
}
