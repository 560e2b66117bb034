import { invalidParameter, type Problem } from '@concord/contract';
import type { Arguments, TestChoice } from '../actions/table.js';
import { isTrxLogger } from '../argv/test.js';

/** What was asked of the tests that the runner chosen for them cannot do. */
export function runnerProblems(args: Arguments, runner: TestChoice['runner']): readonly Problem[] {
  if (runner === 'vstest') return [];
  const unsupported = [
    ...(args.logger !== undefined && !isTrxLogger(args.logger) ? ['logger'] : []),
    ...(args.blame === true ? ['blame'] : []),
  ];
  return unsupported.map(name =>
    invalidParameter(
      name,
      'not supported by runner',
      `Parameter '${name}' is not supported by Microsoft.Testing.Platform`,
    ),
  );
}
