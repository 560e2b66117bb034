import { ConnectionProblem } from '@concord/client';
import type { ProcessContext } from '../command/context.js';
import { toCommandFailure } from '../command/failure.js';
import { earlyFlags } from '../parse/command-line.js';
import { printFailure } from '../print/error.js';

/** Prints that the daemon ended while the server was working on the request. */
export function printDaemonEnded(context: ProcessContext): Promise<number> {
  const problem = new ConnectionProblem(
    'unreachable',
    'The daemon went away after the request had reached the server: its outcome is unknown',
    { phase: 'call', sent: true, hint: 'Find out whether it happened before you call it again' },
  );
  return printFailure({ ...context, flags: earlyFlags(context.argv) }, toCommandFailure(problem));
}
