import { secretFile } from '@concord/engine';

/** The secret by which a daemon knows its user's commands: read, or made by whoever comes first. */
export function daemonToken(stateFolder: string): string {
  return secretFile(stateFolder, 'daemon.token').toString('hex');
}
