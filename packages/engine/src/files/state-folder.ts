import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { moveInto } from './move-into.js';

/** The folders below the user's place for state: the one that is used, and the one that earlier versions kept locks and records in. */
const NAME = 'mcp';
const FORMER_NAME = 'concord';

/** Where the former folder has been looked for already. */
const moved = new Set<string>();

/**
 * The folder of this user's state: `$XDG_STATE_HOME/mcp`, or `~/.local/state/mcp`. Undefined when neither is an absolute
 * path. Its first use in a process moves over what an earlier version left in its own folder. It is not made here.
 */
export function stateFolder(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const place = placeOf(env);
  if (place === undefined) return undefined;
  const folder = join(place, NAME);
  if (!moved.has(place)) {
    moveInto(join(place, FORMER_NAME), folder);
    moved.add(place);
  }
  return folder;
}

function placeOf({ XDG_STATE_HOME: given, HOME }: Readonly<Record<string, string | undefined>>): string | undefined {
  if (given && isAbsolute(given)) return given;
  const home = HOME || homedir();
  return isAbsolute(home) ? join(home, '.local', 'state') : undefined;
}
