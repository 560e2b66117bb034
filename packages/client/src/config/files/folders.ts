import { isAbsolute, join, resolve } from 'node:path';
import { type Place, variable } from '../entry/caller.js';

/** A variable that names a folder or file; an empty one counts as unset. */
export function given(place: Place, name: string): string | undefined {
  const value = variable(place, name);
  return value ? resolve(place.cwd, value) : undefined;
}

/** Where programs keep their settings: `$XDG_CONFIG_HOME` first, then `~/.config`. */
export function dotConfig(place: Place): readonly string[] {
  const xdg = variable(place, 'XDG_CONFIG_HOME');
  const usual = join(place.home, '.config');
  return xdg && isAbsolute(xdg) && xdg !== usual ? [xdg, usual] : [usual];
}

/** Where desktop programs keep their settings on each platform. */
export function applicationData(place: Place): readonly string[] {
  if (place.platform === 'darwin') return [join(place.home, 'Library', 'Application Support')];
  if (place.platform === 'win32') return [given(place, 'APPDATA') ?? join(place.home, 'AppData', 'Roaming')];
  return dotConfig(place);
}

/** Our own folder: one place, where the platform keeps settings. */
export function ownFolder(place: Place): string {
  const [first] = place.platform === 'win32' ? applicationData(place) : dotConfig(place);
  return join(first!, 'mcp');
}
