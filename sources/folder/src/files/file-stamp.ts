import { type Stats, statSync } from 'node:fs';

/** What changes when a file does. */
export function fileStamp(file: string): string {
  const { mtimeMs, size, ino } = statSync(file);
  return `${mtimeMs} ${size} ${ino}`;
}

/** Whether a file that was seen twice is the same still; it is not where it was seen but once. */
export function isSame(one: Stats, other: Stats | undefined): boolean {
  return other !== undefined && one.mtimeMs === other.mtimeMs && one.size === other.size && one.ino === other.ino;
}
