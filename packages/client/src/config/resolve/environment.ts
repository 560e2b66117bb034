import { basicEnvironment, fitsGlob } from '@concord/engine';
import type { Caller } from '../entry/caller.js';

/** What programs on Windows need to start. */
const windows: readonly string[] = [
  ...['APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432'],
  ...['COMMONPROGRAMFILES', 'COMMONPROGRAMFILES(X86)', 'ALLUSERSPROFILE', 'PUBLIC', 'USERPROFILE', 'USERNAME'],
  ...['USERDOMAIN', 'HOMEDRIVE', 'HOMEPATH', 'SYSTEMDRIVE', 'SYSTEMROOT', 'WINDIR', 'COMSPEC', 'PATHEXT'],
  ...['TEMP', 'TMP', 'OS', 'COMPUTERNAME', 'NUMBER_OF_PROCESSORS', 'PROCESSOR_ARCHITECTURE'],
];

/** The part of a caller's environment that a child gets. */
export interface Inherited {
  readonly env: Record<string, string>;
  /** The names that are passed only because the entry asks for them. */
  readonly asked: readonly string[];
}

/** The caller's variables that a child may see: the basic ones, and what `inheritEnv` (all, or names and globs) adds. */
export function inheritedEnvironment(
  caller: Pick<Caller, 'env' | 'platform'>,
  inheritEnv: boolean | readonly string[],
): Inherited {
  const isWindows = caller.platform === 'win32';
  const fold = (name: string) => (isWindows ? name.toUpperCase() : name);
  const isListed = (name: string, globs: readonly string[]) => globs.some(glob => fitsGlob(fold(glob), fold(name)));
  const usual = isWindows ? [...basicEnvironment, ...windows] : basicEnvironment;
  const pairs: [string, string][] = [];
  const asked: string[] = [];
  for (const [name, value] of Object.entries(caller.env)) {
    // A shell function in a variable is code, not a setting.
    if (value === undefined || value.startsWith('()')) continue;
    const isUsual = isListed(name, usual);
    if (!isUsual && !(Array.isArray(inheritEnv) ? isListed(name, inheritEnv) : inheritEnv)) continue;
    if (!isUsual) asked.push(name);
    pairs.push([name, value]);
  }
  return { env: Object.fromEntries(pairs), asked };
}
