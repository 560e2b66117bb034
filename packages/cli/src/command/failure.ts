import { ConfigError, ConnectionProblem } from '@concord/client';
import {
  classify,
  compileRedaction,
  type Facts,
  type Failure,
  failure,
  type Kind,
  type Problem,
  ProblemError,
  problem,
} from '@concord/contract';
import { nearest } from '@concord/engine';
import { failureOf } from '@concord/source-upstream';
import type { Flags } from './flags.js';
import { commandOn, type NamedServer } from './next-command.js';

/** The server and the item that a failed command was about. */
export interface About {
  readonly server?: string;
  readonly tool?: string;
  readonly uri?: string;
  readonly prompt?: string;
  /** The entry of the server, where it is known: hints are written for it. */
  readonly entry?: NamedServer;
  /** The call that failed, where one was made. */
  readonly call?: Pick<Facts, 'requestId' | 'durationMs'>;
  /** Whether what the server logs is shown: then nobody is advised to look at it. */
  readonly showsLogs?: boolean;
}

/** What the flags of a command line say about every server. */
export function showsLogs({ flags }: { readonly flags: Flags }): About {
  return flags['server-logs'] === true ? { showsLogs: true } : {};
}

/** The failure that ends a command. */
export class CommandFailure extends Error {
  constructor(
    readonly failure: Failure,
    readonly about: About = {},
    /** How often the request was retried before. */
    readonly retryCount = 0,
  ) {
    super(failure.problems[0].message);
  }
}

/** A failure because of a wrong command line. */
export function usage(message: string, hint = 'mcp --help'): CommandFailure {
  return new CommandFailure(failure(problem('invalid_params', message, { variant: 'usage', hint })));
}

/** A failure because a word is none of those a command has; the nearest of them is what to type next. */
export function unknownWord(command: string, given: string | undefined, words: readonly string[]): CommandFailure {
  const near = given === undefined ? undefined : nearest(given, words);
  const said = given === undefined ? '' : `, and no '${given.slice(0, 40)}'`;
  const next = near === undefined ? `mcp help ${command}` : `Did you mean 'mcp ${command} ${near}'?`;
  return usage(`mcp ${command}: expected ${words.join(', ')}${said}`, next);
}

/** Whether a failure is because of a wrong command line. */
export function isUsage({ failure }: CommandFailure): boolean {
  return failure.problems[0].variant === 'usage';
}

/** Adds the usage of the command as a hint to a usage failure without a better one. */
export function withExpectation(failed: CommandFailure, expected: string): CommandFailure {
  const [{ message, hint }] = failed.failure.problems;
  return isUsage(failed) && hint === 'mcp --help' ? usage(message, `Expected ${expected}`) : failed;
}

/** A failure because a name does not exist. The nearest name is a hint; it is never used instead. */
export function notFound(what: string, near: string | undefined, about: About): CommandFailure {
  const verb = about.prompt === undefined ? 'list' : 'prompts';
  const all = about.entry ? commandOn(verb, about.entry) : `mcp ${verb} ${about.server}`;
  const hint = near === undefined ? all : `Did you mean '${near}'?`;
  const next = about.entry && near !== undefined ? nearbyCommand(about.entry, about, near) : undefined;
  const details = next === undefined ? {} : { details: { suggestion: next } };
  return new CommandFailure(failure(problem('not_found', `There is no ${what}`, { hint, ...details })), about);
}

/** The command that shows the item whose name is nearest. */
function nearbyCommand(entry: NamedServer, { prompt }: About, near: string): string {
  return prompt === undefined ? commandOn('info', entry, near) : commandOn('prompts', entry);
}

/** A failure because something exists and may not be used. */
export function forbidden(message: string, hint: string, about: About = {}): CommandFailure {
  return new CommandFailure(failure(problem('forbidden', message, { hint })), about);
}

const configKinds: Readonly<Record<ConfigError['kind'], readonly [Kind, string]>> = {
  config: ['invalid_params', 'config'],
  usage: ['invalid_params', 'usage'],
  unknown_server: ['not_found', 'unknown_server'],
  untrusted: ['forbidden', 'untrusted'],
};

/** Converts whatever a command threw to a failure. An unexpected error becomes one that says how to report it. */
export function toCommandFailure(error: unknown, about: About = {}): CommandFailure {
  if (error instanceof CommandFailure)
    return new CommandFailure(error.failure, { ...about, ...error.about }, error.retryCount);
  if (error instanceof ConfigError) return fromConfig(error, about);
  if (error instanceof ConnectionProblem) return fromConnection(error, about);
  if (error instanceof ProblemError) return new CommandFailure(failure(error.problem), about);
  const { text: message } = compileRedaction({}).text(error instanceof Error ? error.message : String(error));
  const hint = 'This is a bug in mcp: please report it with the command you ran';
  return new CommandFailure(failure(problem('internal', message, { hint })), about);
}

/** The hint for each kind of connection problem that has none of its own. */
const connectionHints: Readonly<Record<ConnectionProblem['kind'], (server: NamedServer) => string | undefined>> = {
  spawn_failed: server => shown(server, 'Check the command after --'),
  server_exited: server => commandOn('info', server, undefined, ['--server-logs']),
  unreachable: server => shown(server, 'Check the address, and that the server runs'),
  timeout: server => commandOn('info', server, undefined, ['--server-logs']),
  protocol: server => commandOn('info', server, undefined, ['--server-logs', '--verbose']),
  input_required: () => 'Call the tool from a client that can give what it asks for',
  too_large: () => 'MCP_MAX_MESSAGE_BYTES raises the cap',
  unauthenticated: server => commandOn('login', server),
  cancelled: () => undefined,
  rpc_error: () => undefined,
};

/** The command that shows how a server is configured; for one that stands on the command line, what to look at there. */
function shown(server: NamedServer, otherwise: string): string {
  return server.client === 'ad-hoc' ? otherwise : `mcp config show ${server.name}`;
}

/** Kinds whose next step is to look at what the server logs; where that is shown, the one of a server that does not start. */
const wantsLogs: ReadonlySet<string> = new Set(['server_exited', 'timeout', 'protocol']);

/** The next step after a connection failed. */
export function connectionHint(kind: string, { entry, showsLogs = false }: About): string | undefined {
  const wanted = showsLogs && wantsLogs.has(kind) ? 'spawn_failed' : kind;
  if (entry === undefined || !Object.hasOwn(connectionHints, wanted)) return undefined;
  return connectionHints[wanted as ConnectionProblem['kind']](entry);
}

/** Adds the next step to a failure of a source that has no hint of its own. */
export function withNextStep(given: Failure, about: About): Failure {
  const [first, ...others] = given.problems;
  if (hasOwnHint(first)) return given;
  const { hint: _, ...bare } = first;
  const hint = connectionHint(first.variant ?? first.kind, about) ?? catalogHint(about);
  return { ...given, problems: [{ ...bare, ...(hint !== undefined && { hint }) }, ...others] };
}

/** Whether a problem has its own hint, not the default one of its kind. */
export function hasOwnHint({ hint, kind, variant }: Problem): boolean {
  return hint !== undefined && hint !== problem(kind, '', variant === undefined ? {} : { variant }).hint;
}

function fromConnection(error: ConnectionProblem, about: About): CommandFailure {
  return new CommandFailure(withNextStep(failureOf(error), about), about);
}

/** The command that lists the existing names of a server. */
function catalogHint({ entry, uri, prompt }: About): string | undefined {
  if (entry === undefined || (uri === undefined && prompt === undefined)) return undefined;
  return commandOn(uri !== undefined ? 'resources' : 'prompts', entry);
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

/** The exit code of a failure that is not the result of a tool. */
export function exitCodeOf({ problems, exitCode }: Failure): number {
  return classify(problems[0], exitCode).cli.exit;
}

/** The name of a failure's kind in `--json` documents. */
export function kindOf({ problems, exitCode }: Failure): string {
  return classify(problems[0], exitCode).cli.kind ?? problems[0].kind;
}
