import { accessSync, constants, statSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';
import type { ProcessRequest, StartFailure } from './process-result.js';

/** The system's reason why a program, or what was named, could not be had; undefined when the error is not the system's. */
export function startFailureOf(error: unknown, request: ProcessRequest, named?: string): StartFailure | undefined {
  const { code, errno } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || typeof errno !== 'number') return undefined;
  const words = getSystemErrorMap().get(errno)?.[1] ?? 'unknown error';
  return { code, message: `${code}: ${words}, ${named ?? missingIn(request)}` };
}

/** The system says the same of a program and of a folder that is not there. */
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
