import { statSync } from 'node:fs';

/** What changes when a file does. */
export function fileStamp(file: string): string {
  const { mtimeMs, size, ino } = statSync(file);
  return `${mtimeMs} ${size} ${ino}`;
}
