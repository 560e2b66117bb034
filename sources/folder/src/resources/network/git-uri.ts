import { percentDecoded } from '../../read/percent.js';
import { readFailure } from '../../read/read-failure.js';
import { remoteUrl } from './remote-url.js';

/** A file in a repository. */
export interface GitTarget {
  readonly url: URL;
  /** A branch, a tag, a commit, or HEAD. */
  readonly ref: string;
  /** Path inside the repository, without a leading slash. */
  readonly path: string;
}

/** Reads `git+https://host/repository#ref:path` or `…#path`; fails with the reason for anything else. */
export function gitTarget(uri: string): GitTarget {
  const [, remote, fragment] = /^git\+(https:\/\/[^#]*)#(.*)$/is.exec(uri) ?? [];
  const form = 'A git resource has a URI of the form git+https://host/repository#ref:path';
  if (remote === undefined || fragment === undefined) throw readFailure(4, form);
  const url = remoteUrl(remote);
  if (url.pathname === '/') throw readFailure(4, form);
  const plain = percentDecoded(fragment);
  if (plain === undefined || /[\u0000-\u001f\u007f]/.test(plain)) throw readFailure(4, form);
  const colon = plain.indexOf(':');
  const ref = colon === -1 ? 'HEAD' : plain.slice(0, colon);
  // An allow-list: git takes a leading dash for an option and gives other characters a meaning.
  if (!/^[A-Za-z0-9_][A-Za-z0-9_./+@-]{0,254}$/.test(ref) || /\.\.|@\{|\/\/|\/$|\.$/.test(ref)) {
    throw readFailure(4, 'The ref of a git URI must be the name of a branch or tag, or a commit');
  }
  return { url, ref, path: pathIn(plain.slice(colon + 1)) };
}

function pathIn(given: string): string {
  const names = given.split('/').filter(name => name !== '' && name !== '.');
  if (names.length === 0) throw readFailure(4, 'A git URI needs the path of a file after its ref');
  if (names.includes('..')) throw readFailure(3, 'The path leads out of the repository');
  return names.join('/');
}
