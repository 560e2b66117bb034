import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { command } from '../server/wire.js';
import { type DotnetServer, pathFor } from './dotnet-fixture.js';

/** A command in the folder of a dotnet server, with its stand-in for the CLI and without a daemon. */
export function startMcp(cwd: string, args: readonly string[], dotnetServer: DotnetServer) {
  const env = { PATH: pathFor('fake'), HOME: cwd, XDG_STATE_HOME: cwd, ...dotnetServer.forTheStandIn };
  const child = spawn(process.execPath, [command, ...args, '--no-daemon'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  child.stderr.resume();
  return {
    interrupt: () => child.kill('SIGINT'),
    ended: once(child, 'close').then(([exitCode]) => ({ exitCode: exitCode as number, text })),
  };
}
