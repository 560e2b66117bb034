import { isAbsolute, join, resolve } from 'node:path';
import { percentDecoded } from '../read/percent.js';
import { readFailure } from '../read/read-failure.js';

/**
 * The path of a `file:` URI. `file:///x` is absolute; `file://./x` and `file:x` are relative to the root. Fails with the reason for
 * a URI that names no file of this machine.
 */
export function pathOfFileUri(uri: string, root: string): string {
  const rest = /^file:(.*)$/is.exec(uri)?.[1];
  if (rest === undefined) throw readFailure(4, 'A file resource needs a URI that begins with file:');
  const path = percentDecoded(withoutHost(rest));
  if (path === undefined) throw readFailure(4, 'A file URI has a % that encodes no character');
  if (path.includes('\0')) throw readFailure(4, 'A file URI must not hold a NUL character');
  if (path === '') throw readFailure(4, 'A file URI needs a path');
  const local = process.platform === 'win32' ? path.replace(/^\/(?=[A-Za-z]:)/, '') : path;
  return isAbsolute(local) ? resolve(local) : join(root, local);
}

function withoutHost(rest: string): string {
  if (!rest.startsWith('//')) return rest;
  const path = rest.slice(2);
  if (path === '' || path.startsWith('/') || path.startsWith('.')) return path;
  if (/^localhost\//i.test(path)) return path.slice('localhost'.length);
  throw readFailure(4, 'A file URI must not name another machine; write file:///path or file://./path');
}
