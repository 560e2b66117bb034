import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { token, tracesIn } from './told-secrets.mjs';

/** A value that every way of writing it down changes, and one that can stand in names. */
const middles = { value: 'amber-otter-1705', name: 'cobalt-heron-2306' };
export const value = `ü"${middles.value}"/+ &`;
export const name = `${middles.name}x`;
const searched = [middles.value, middles.name, token.slice(8, -4)];

/** The entry of a server that tells its secrets in whatever it says. */
export const leaking = (mode = 'good') => ({
  command: process.execPath,
  args: [fileURLToPath(new URL('leaking-server.mjs', import.meta.url)), mode],
  env: { API_TOKEN: value, NAME_TOKEN: name },
});

/** What a text tells of the secrets, in whatever encoding: the places of it. */
export function shownIn(text: string): readonly string[] {
  return [...new Set<string>(tracesIn(text, searched))].map(trace => {
    const at = text.indexOf(trace);
    return at === -1 ? `encoded: ${trace}` : text.slice(Math.max(0, at - 80), at + 80);
  });
}

/** What the files of a folder tell of the secrets, and their names. */
export function keptIn(folder: string, isLookedAt: (path: string) => boolean = () => true): readonly string[] {
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(each => join(folder, each));
  return paths
    .filter(path => isLookedAt(path) && statSync(path, { throwIfNoEntry: false })?.isFile())
    .flatMap(path => shownIn(`${path}\n${readFileSync(path, 'latin1')}`).map(place => `${path}: ${place}`));
}
