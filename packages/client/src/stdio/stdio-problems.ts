import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Definition } from '../config/entry/definition.js';
import type { ConnectionProblem, ProblemDetails } from '../connection/connection.js';
import type { Problems } from '../connection/problems.js';
import type { Phase } from '../connection/transport.js';
import type { Exit } from './server-process.js';

type StdioDefinition = Extract<Definition, { transport: 'stdio' }>;

/** A program that could not be started, in the words of the system. */
export function spawnFailed(problems: Problems, definition: StdioDefinition, error: unknown): ConnectionProblem {
  const { code } = error as NodeJS.ErrnoException;
  // The system gives the same error for a program and for a working directory that does not exist.
  const hasFolder = isFolder(definition.cwd);
  const what = hasFolder ? definition.command : `it in ${definition.cwd}`;
  const missing = hasFolder
    ? `Install ${basename(definition.command)}, or name it by its whole path`
    : 'Make that folder, or name another as cwd';
  return problems.make('spawn_failed', `${problems.server}: cannot start ${what}: ${code ?? String(error)}`, {
    phase: 'start',
    ...(code === 'ENOENT' && { hint: missing }),
  });
}

/** A server whose process or pipe ended. Before the handshake it may be started once more. */
export function serverExited(
  problems: Problems,
  exit: Exit | undefined,
  phase: Phase,
  details: ProblemDetails,
): ConnectionProblem {
  const how =
    exit === undefined
      ? 'closed its pipe'
      : exit.signal === null
        ? `exited with ${exit.code}`
        : `was ended by ${exit.signal}`;
  const when = phase === 'call' ? '' : ' before the handshake was done';
  const message = `${problems.server}: the server ${how}${when}`;
  const facts = {
    ...details,
    phase,
    sent: phase === 'call',
    ...(typeof exit?.code === 'number' && { code: exit.code }),
  };
  return problems.passing('server_exited', message, facts, phase === 'call' ? {} : { atMost: 1 });
}

/** Too much on stdout that is no message. */
export function noProtocolOnStdout(problems: Problems, firstLine: string, details: ProblemDetails): ConnectionProblem {
  const quoted = firstLine.length > 200 ? `${firstLine.slice(0, 200)}…` : firstLine;
  return problems.make('protocol', `${problems.server}: stdout has no protocol messages, it begins with "${quoted}"`, {
    ...details,
    phase: 'handshake',
    hint: 'The stdout of a stdio server belongs to the protocol: its logs must go to stderr.',
  });
}

/** A message that is too large to be read. */
export function messageTooLarge(
  problems: Problems,
  limit: number,
  phase: Phase,
  details: ProblemDetails,
): ConnectionProblem {
  return problems.make('too_large', `${problems.server}: a message has more than ${limit} bytes`, {
    ...details,
    phase,
    sent: phase === 'call',
    hint: 'MCP_MAX_MESSAGE_BYTES sets the limit.',
  });
}

/** What such a message is to requests it does not answer: the end of their connection. */
export function lostToFlood(problems: Problems, limit: number): ConnectionProblem {
  const message = `${problems.server}: the connection was ended, because another message had more than ${limit} bytes`;
  return problems.passing('unreachable', message, { phase: 'call', sent: true });
}

/** A hint for a launcher that downloads the server before it runs it, and has printed nothing yet. */
export function downloadHint({ command }: StdioDefinition): string | undefined {
  const name = basename(command).replace(/\.(?:cmd|exe)$/i, '');
  return ['npx', 'uvx', 'bunx'].includes(name) ? `${name} may still be downloading the server.` : undefined;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
