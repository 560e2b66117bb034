import { invalidParameter, type Problem } from '@concord/contract';
import { isTrxLogger } from '../argv/test.js';
import type { Arguments, TestChoice } from '../table/table.js';

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
