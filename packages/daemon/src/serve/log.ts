import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@concord/engine';

const LARGEST = 1_048_576;

/** Writes a line to the daemon's log: names, durations and kinds, never contents. */
export type DaemonLog = (line: string) => void;

/** `daemon.log` of the state folder, for this user alone; a full one becomes `daemon.log.1`. Where it cannot be written, lines are lost and calls go on. */
export function openDaemonLog(stateFolder: string): DaemonLog {
  const path = join(stateFolder, 'daemon.log');
  let size: number | undefined;
  return line => {
    try {
      makeFolder(stateFolder);
      size ??= statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      const text = `${new Date().toISOString()} ${line.replace(/[\r\n]/g, ' ')}\n`;
      if (size + text.length > LARGEST) {
        renameSync(path, `${path}.1`);
        size = 0;
      }
      appendFileSync(path, text, { mode: 0o600 });
      size += Buffer.byteLength(text);
    } catch {
      size = undefined;
    }
  };
}
