import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** How a program is started: all of its environment, which inherits nothing, and its streams. */
export type GroupOptions = Pick<SpawnOptions, 'cwd' | 'stdio'> & { readonly env: Readonly<Record<string, string>> };

/** A child that runs. Its id is that of its group and session too. */
export type GroupLeader = ChildProcess & { readonly pid: number };

/**
 * Starts a program as the leader of a group and session of its own, so that all it starts can be ended together and a
 * terminal's Ctrl-C does not reach it. Its arguments are never read by a shell. Rejects with the system's error.
 */
export async function spawnGroup(
  command: string,
  args: readonly string[],
  { cwd, env, stdio }: GroupOptions,
): Promise<GroupLeader> {
  const child = spawn(command, args, {
    cwd,
    env,
    stdio,
    // Elsewhere this would only open a console.
    detached: process.platform !== 'win32',
    windowsHide: true,
    shell: false,
  });
  if (child.pid === undefined) throw await new Promise(resolve => child.once('error', resolve));
  // From here on an error is that of a signal that could not be sent.
  child.on('error', () => {});
  return child as GroupLeader;
}
