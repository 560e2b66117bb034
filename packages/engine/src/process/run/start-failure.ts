import { accessSync, constants, statSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';
import type { ProcessRequest, StartFailure } from './process-result.js';

/** The system's reason why a program could not be started, or `named` could not be opened; undefined for other errors. */
export function startFailureOf(error: unknown, request: ProcessRequest, named?: string): StartFailure | undefined {
  const { code, errno } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || typeof errno !== 'number') return undefined;
  const words = getSystemErrorMap().get(errno)?.[1] ?? 'unknown error';
  return { code, message: `${code}: ${words}, ${named ?? missingIn(request)}` };
}

/** The system gives the same error for a program and for a working directory that does not exist. */
function missingIn({ command, cwd }: ProcessRequest): string {
  return cwd !== undefined && !canEnter(cwd) ? `working directory ${cwd}` : command;
}

function canEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
