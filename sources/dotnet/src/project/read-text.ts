import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** The text of a file, or why it cannot be read. */
export type FileText =
  | { readonly text: string; readonly mode: number }
  | { readonly fault: 'missing' | 'not a file' | 'too large' | 'not UTF-8' | 'unreadable' };

/** Reads a regular UTF-8 file up to a size. A byte order mark stays part of the text. */
export async function readText(path: string, most: number): Promise<FileText> {
  let file: FileHandle;
  try {
    // Opening a named pipe must not block the call.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { fault: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable' };
  }
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return { fault: 'not a file' };
    if (stats.size > most) return { fault: 'too large' };
    const { buffer, bytesRead } = await file.read(Buffer.alloc(stats.size), 0, stats.size, 0);
    return textOf(buffer.subarray(0, bytesRead), stats.mode);
  } catch {
    return { fault: 'unreadable' };
  } finally {
    await file.close();
  }
}

function textOf(bytes: Buffer, mode: number): FileText {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, mode: mode & 0o7777 };
  } catch {
    return { fault: 'not UTF-8' };
  }
}
