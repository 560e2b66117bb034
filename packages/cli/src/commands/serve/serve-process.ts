import { createEngine } from '@concord/engine';
import {
  answerRefusal,
  guardStdout,
  levelFrom,
  type Mount,
  openLog,
  RefusedToStart,
  readSettings,
  reasonOf,
  serveHttpProcess,
  serveStdioProcess,
  tokenVariables,
} from '@concord/server';
import type { Flags } from '../../command/flags.js';

/** Serves sources in this process until it ends, and returns the exit code. The only command that uses `process` itself. */
export async function serveProcess(
  loadMounts: (tell: (level: 'info' | 'warn', message: string) => void) => Promise<readonly Mount[]>,
  flags: Flags,
): Promise<number> {
  const warnings: string[] = [];
  const settings = readSettings(process.env, message => warnings.push(message));
  // Code and processes that are loaded or started later must not see these variables.
  for (const name of tokenVariables) delete process.env[name];
  const log = openLog(levelFrom(settings.logLevel), process.stderr.isTTY === true);
  const { url, restore } = guardStdout(log);
  try {
    const engine = createEngine({ warn: message => warnings.push(message) });
    for (const warning of warnings.splice(0)) log.warn('core', warning);
    const mounts = await loadMounts((level, message) => log[level]('core', message));
    const options = { mounts, settings, engine, log, dottedNames: flags['dotted-names'] === true };
    if (flags.http === undefined) return await serveStdioProcess(options);
    return await serveHttpProcess({
      ...options,
      address: flags.http as string,
      allowHosts: (flags['allow-host'] as readonly string[] | undefined) ?? [],
      allowOrigins: (flags['allow-origin'] as readonly string[] | undefined) ?? [],
      announce: url,
    });
  } catch (error) {
    if (!(error instanceof RefusedToStart)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    restore();
    if (flags.http === undefined && !process.stdin.isTTY) await answerRefusal(reasonOf(error, 'It cannot be started'));
    return error.exitCode;
  } finally {
    restore();
  }
}
