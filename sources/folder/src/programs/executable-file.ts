import { accessSync, constants, statSync } from 'node:fs';

/** Whether there is a file that this process may execute. */
export function isExecutableFile(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
