import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { codeOf } from '../files/file-system.js';
import { type JsonPath, lineAt, placeOf } from '../files/json-places.js';
import { readObject } from '../files/read-json.js';
import { unsafe } from '../files/safety.js';
import type { Project } from '../project/project.js';
import { type Registration, readRegistered } from './registration.js';

/** Reads an existing `register.json`. Any fault in it makes the whole registration bad. */
export async function readRegisterJson(project: Project, file: string, maxBytes: number): Promise<Registration> {
  const refuse = (reason: string, content: Buffer | string, line?: number): Registration =>
    bad(file, `server.d/register.json ${reason}`, content, line);
  const unfit = await whyUnfit(project, file);
  if (unfit !== undefined) return refuse(unfit, unfit);
  let bytes: Buffer;
  try {
    bytes = await readAtMost(file, maxBytes + 1);
  } catch (error) {
    return refuse(`cannot be read (${codeOf(error)})`, codeOf(error));
  }
  if (bytes.length > maxBytes) return refuse(`is larger than ${maxBytes} bytes`, bytes);
  const read = readObject(bytes);
  if ('fault' in read) return refuse(read.fault + onLine(read.line), bytes, read.line);
  if (read.hasMark) return refuse('begins with a byte order mark; save it as UTF-8 without BOM', bytes, 1);
  const registered = readRegistered(read.object);
  if (!('fault' in registered)) return { kind: 'registered', file, text: read.text, ...registered };
  const line = lineOf(read.text, registered.path);
  return refuse(`is refused: ${registered.fault}${onLine(line)}`, bytes, line);
}

/** A registration that cannot be used. Its fingerprint is the same for the same content and reason. */
export function bad(file: string, reason: string, content: Buffer | string, line?: number): Registration {
  const fingerprint = createHash('sha256').update(reason).update('\0').update(content).digest('hex');
  return { kind: 'bad', file, reason, fingerprint, ...(line !== undefined && { line }) };
}

/** Why a file of `server.d/` must not be read: it or its folder is a link, or another user can write it. */
export async function whyUnfit(project: Project, file: string): Promise<string | undefined> {
  try {
    if ((await lstat(project.server)).isSymbolicLink()) return 'lies in a folder that is a link';
    const stats = await lstat(file);
    if (stats.isSymbolicLink()) return 'is a link; put the file itself there';
    if (!stats.isFile()) return 'is not a regular file';
  } catch (error) {
    return `cannot be looked at (${codeOf(error)})`;
  }
  const fault = unsafe(file, project.server, project.root, { strict: true });
  return fault === undefined ? undefined : `${fault}; let only its owner write it: chmod go-w`;
}

/** The first `limit` bytes of a file that is not a link. */
export async function readAtMost(file: string, limit: number): Promise<Buffer> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const bytes = Buffer.allocUnsafe(Math.min(limit, (await handle.stat()).size));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function lineOf(text: string, path: JsonPath): number | undefined {
  const at = placeOf(text, path);
  return at === undefined ? undefined : lineAt(text, at);
}

function onLine(line: number | undefined): string {
  return line === undefined ? '' : ` (line ${line})`;
}
