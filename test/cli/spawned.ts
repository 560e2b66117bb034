import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { homeIn } from './home.js';

export const bin = fileURLToPath(new URL('../../bin/mcp', import.meta.url));

/** What came of a command. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command meets beside its folder. */
export interface Surroundings {
  readonly stdin?: string;
  readonly env?: Record<string, string>;
  readonly cwd?: string;
}

/** Runs `mcp` in a folder, with a home and a state of its own. */
export function run(args: readonly string[], folder: string, options: Surroundings = {}): Promise<Ran> {
  return start(args, folder, options).ended;
}

/** Starts `mcp` and gives its process too. */
export function start(args: readonly string[], folder: string, { stdin = '', env, cwd = folder }: Surroundings = {}) {
  const child = spawn(process.execPath, [bin, ...args], { cwd, env: homeIn(folder, env) });
  child.stdin.on('error', () => {});
  if (stdin !== 'open') child.stdin.end(stdin);
  const ended = new Promise<Ran>(resolve => {
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (piece: Buffer) => out.push(piece));
    child.stderr.on('data', (piece: Buffer) => err.push(piece));
    child.once('close', code =>
      resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });
  return { child, ended };
}
