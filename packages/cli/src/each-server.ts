import type { ServerEntry } from '@concord/client';
import { type CommandFailure, toCommandFailure } from './failure.js';
import { readCount, readDuration } from './parse/command-line.js';
import type { Flags } from './parse/flags.js';
import { type OpenServer, openServer } from './servers.js';
import type { Shell } from './shell.js';

const AT_ONCE = 8;
const LONGEST_MS = 60_000;

/** What came of one server: its answer, or why there is none. */
export type Reached<Answer> = { readonly entry: ServerEntry } & (
  | { readonly answer: Answer }
  | { readonly failed: CommandFailure }
);

/** Reaches servers side by side and gives what came of each, in the order of the configuration. One that hangs costs only itself. */
export async function eachServer<Answer>(
  entries: readonly ServerEntry[],
  shell: Shell,
  flags: Flags,
  ask: (server: OpenServer) => Promise<Answer>,
): Promise<readonly Reached<Answer>[]> {
  const atOnce = readCount(
    (flags.concurrency as string | undefined) ?? shell.env.MCP_CONCURRENCY ?? String(AT_ONCE),
    '--concurrency',
  );
  const limited = { timeout: String(LONGEST_MS), ...flags };
  readDuration(limited.timeout as string, '--timeout');
  const results: Reached<Answer>[] = [];
  const waiting = entries.entries();
  const worker = async () => {
    for (const [index, entry] of waiting) results[index] = await reach(entry, shell, limited, ask);
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(atOnce, entries.length)) }, worker));
  return results;
}

async function reach<Answer>(
  entry: ServerEntry,
  shell: Shell,
  flags: Flags,
  ask: (server: OpenServer) => Promise<Answer>,
): Promise<Reached<Answer>> {
  let server: OpenServer | undefined;
  try {
    server = await openServer(entry, shell, flags);
    return { entry, answer: await ask(server) };
  } catch (error) {
    return { entry, failed: toCommandFailure(error, { server: entry.name }) };
  } finally {
    await server?.close().catch(() => {});
  }
}
