import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where this user's state lives; undefined when the environment names no place. */
export function stateFolder(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const given = env.XDG_STATE_HOME;
  if (given && isAbsolute(given)) return join(given, 'concord');
  const home = env.HOME || homedir();
  return isAbsolute(home) ? join(home, '.local', 'state', 'concord') : undefined;
}
