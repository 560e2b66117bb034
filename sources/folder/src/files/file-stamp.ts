import { type Stats, statSync } from 'node:fs';

/** A text that differs when the file was changed or replaced. Throws when the file cannot be looked at. */
export function fileStamp(file: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

/** Whether two looks at a file saw the same content. False when there was no other look. Cheaper than two stamps. */
export function isSameFile(one: Stats, other: Stats | undefined): boolean {
  return other !== undefined && one.mtimeMs === other.mtimeMs && one.size === other.size && one.ino === other.ino;
}
