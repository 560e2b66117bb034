import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { command } from '../server/wire.js';
import { pathFor, type World } from './dotnet-fixture.js';

/** A command in a folder of a world, with the world's stand-in and without a daemon. */
export function startMcp(cwd: string, args: readonly string[], world: World) {
  const env = { PATH: pathFor('fake'), HOME: cwd, XDG_STATE_HOME: cwd, ...world.forTheStandIn };
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
