import { secretFile } from '@concord/engine';

/** The secret that commands prove themselves to the daemon with. It is read from the state folder, or made there by the first process that needs it. */
export function daemonToken(stateFolder: string): string {
  return secretFile(stateFolder, 'daemon.token').toString('hex');
}
