import { ConnectionProblem } from '@concord/client';
import { toCommandFailure } from '../command/failure.js';
import { earlyFlags } from '../parse/command-line.js';
import { printFailure } from '../print/error.js';
import type { Shell } from './process-shell.js';

/** Tells that a daemon went away while the server was at work. */
export function printLost(shell: Shell): Promise<number> {
  const problem = new ConnectionProblem(
    'unreachable',
    'The daemon went away after the request had reached the server: its outcome is unknown',
    { phase: 'call', sent: true, hint: 'Find out whether it happened before you call it again' },
  );
  return printFailure(shell, earlyFlags(shell.argv), toCommandFailure(problem));
}
