import { ConfigError, ConnectionProblem } from '@concord/client';
import { type Failure, failure, type Kind, type Problem, problem } from '@concord/contract';
import { failureOf } from '@concord/source-upstream';

/** What a command was about when it failed. */
export interface About {
  readonly server?: string;
  readonly tool?: string;
  readonly uri?: string;
  readonly prompt?: string;
}

/** A command that cannot go on. */
export class CommandFailure extends Error {
  constructor(
    readonly failure: Failure,
    readonly about: About = {},
  ) {
    super(failure.problems[0].message);
  }
}

/** The command line itself is wrong. */
export function usage(message: string, hint = 'mcp --help'): CommandFailure {
  return new CommandFailure(failure(problem('invalid_params', message, { variant: 'usage', hint })));
}

/** There is no such thing; the nearest name is told, never run. */
export function notFound(what: string, near: string | undefined, about: About): CommandFailure {
  const hint = near === undefined ? `mcp list ${about.server ?? ''}`.trim() : `Did you mean '${near}'?`;
  return new CommandFailure(failure(problem('not_found', `There is no ${what}`, { hint })), about);
}

const configKinds: Readonly<Record<ConfigError['kind'], readonly [Kind, string]>> = {
  config: ['invalid_params', 'config'],
  usage: ['invalid_params', 'usage'],
  unknown_server: ['not_found', 'unknown_server'],
  untrusted: ['forbidden', 'untrusted'],
};

/** Whatever a command threw, as the failure it stands for. A bug says how to report it. */
export function toCommandFailure(error: unknown, about: About = {}): CommandFailure {
  if (error instanceof CommandFailure) return new CommandFailure(error.failure, { ...about, ...error.about });
  if (error instanceof ConfigError) return fromConfig(error, about);
  if (error instanceof ConnectionProblem) return new CommandFailure(failureOf(error), about);
  const message = error instanceof Error ? error.message : String(error);
  const hint = 'This is a bug in mcp: please report it with the command you ran';
  return new CommandFailure(failure(problem('internal', message, { hint })), about);
}

function fromConfig(error: ConfigError, about: About): CommandFailure {
  const [kind, variant] = configKinds[error.kind];
  const more: Partial<Problem> = { variant, ...(error.hint !== undefined && { hint: error.hint }) };
  const server = error.server ?? about.server;
  return new CommandFailure(failure(problem(kind, error.message, more)), {
    ...about,
    ...(server !== undefined && { server }),
  });
}
