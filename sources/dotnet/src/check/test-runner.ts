import { invalidParameter, type Problem } from '@concord/contract';
import { isTrxLogger } from '../argv/test.js';
import type { Arguments, TestChoice } from '../table/table.js';

/** The problems for arguments that the chosen test runner does not support. */
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
