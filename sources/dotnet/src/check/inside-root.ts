import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, parse, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const MOST_LINKS = 64;

/** Whether a path leads to the root or below it, after following links. False for a URL. */
export function isInside(root: string, directory: string, given: string): boolean {
  const path = pathOf(given);
  if (path === undefined) return true;
  const real = realPath(resolve(root));
  // MSBuild takes a backslash for a separator on every system.
  const spellings = path.includes('\\') ? [path, path.replaceAll('\\', '/')] : [path];
  return spellings.every(each => {
    const whole = isAbsolute(each) ? each : `${directory}${sep}${each}`;
    // Some programs resolve `..` before links, some after.
    return [realPath(whole), realPath(resolve(whole))].every(place => isBelow(real, place));
  });
}

/** The path with every link followed, also a broken one. Parts that do not exist stay as written. `known` is a real prefix of the path. */
export function realPath(path: string, known = parse(path).root): string {
  const ahead = segments(path.slice(known.length));
  let { root } = parse(known);
  let current = known;
  let links = 0;
  // The number of trailing parts that do not exist: below a missing part nothing exists.
  let missing = 0;
  while (ahead.length > 0) {
    const segment = ahead.pop()!;
    if (segment === '' || segment === '.') continue;
    if (segment === '..') {
      current = dirname(current);
      missing = Math.max(0, missing - 1);
      continue;
    }
    // Comparing with the root looks at the lengths first: a path of many parts is not read again for each of them.
    const next = current === root ? current + segment : current + sep + segment;
    const target = missing > 0 ? MISSING : linkTarget(next);
    if (typeof target !== 'string' || ++links > MOST_LINKS) {
      current = next;
      if (target === MISSING) missing += 1;
      continue;
    }
    const { root: start } = parse(target);
    if (start !== '') {
      root = start;
      current = start;
    }
    ahead.push(...segments(target.slice(start.length)));
  }
  return current;
}

const MISSING = Symbol('missing');

/** The parts of a path in reverse order. */
function segments(path: string): string[] {
  return path.split(sep === '/' ? '/' : /[/\\]/).reverse();
}

/** The target of a link; undefined for anything else. */
function linkTarget(path: string): string | undefined | typeof MISSING {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return MISSING;
  }
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The path that a value names; undefined for a URL. */
function pathOf(given: string): string | undefined {
  if (/^https?:\/\//i.test(given)) return undefined;
  if (!/^file:/i.test(given)) return given;
  try {
    return fileURLToPath(given);
  } catch {
    return sep;
  }
}
