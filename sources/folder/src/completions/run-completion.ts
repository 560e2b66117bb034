import { cancelled, ProblemError } from '@concord/contract';
import { type CompletionPage, runProcess } from '@concord/engine';
import { whyNotStarted } from '../files/how-to-run.js';
import { programOf } from '../programs/program.js';
import { providerEnvironment, providerMode, secretsIn } from '../programs/provider-environment.js';
import type { Project } from '../project/project.js';
import type { FolderSettings } from '../project/settings.js';
import { failureOf, redactedExcerpt } from '../read/read-failure.js';
import type { ReadCall } from '../read/request.js';
import { projectVariables } from '../resources/run-provider.js';
import { readCompletionOutput } from './completion-output.js';
import type { Completed, CompletionScript } from './completion-script.js';
import { type PagedRequest, requestVariables, subjectVariables } from './completion-variables.js';

const MOST_OUTPUT_BYTES = 1_048_576;

/** Runs a completion script for one page of values. Fails with a ProblemError. */
export async function runCompletionScript(
  { file, within, timeoutSecs }: CompletionScript,
  completed: Completed,
  request: PagedRequest,
  project: Project,
  settings: FolderSettings,
  call: ReadCall,
): Promise<CompletionPage> {
  const { command, args } = programOf(file, within, project.root);
  const passed = providerEnvironment(settings.env, providerMode(settings.env), undefined);
  const secrets = secretsIn(passed);
  for (const secret of secrets) call.secret(secret);
  const result = await runProcess({
    command,
    args,
    cwd: project.root,
    env: {
      ...passed,
      ...projectVariables(project, settings),
      ...subjectVariables(completed, project),
      ...requestVariables(completed, request),
    },
    signal: call.signal,
    timeoutMs: timeoutSecs * 1_000,
    maxStdoutBytes: MOST_OUTPUT_BYTES,
    maxStderrBytes: MOST_OUTPUT_BYTES,
    overflow: 'stop',
  });
  const what = `The completion script of ${completed.name}`;
  switch (result.end) {
    case 'cancelled':
      throw new ProblemError(cancelled());
    case 'timeout':
      throw failureOf('timeout', `${what} timed out after ${timeoutSecs} s`);
    case 'too_large':
      throw failureOf('too_large', `${what} printed more than ${MOST_OUTPUT_BYTES} bytes`);
    case 'not_started':
      throw failureOf('io', `${what} could not be started: ${whyNotStarted(file, result.startFailure!)}`);
    case 'signalled':
      throw failureOf('io', redactedExcerpt(result.stderr, secrets) || `${what} was ended by ${result.signal}`);
    case 'exited':
      if (result.exitCode !== 0)
        throw failureOf(
          'io',
          redactedExcerpt(result.stderr, secrets) || `${what} ended with exit code ${result.exitCode}`,
        );
      return readCompletionOutput(result.stdout, request, what);
  }
}
