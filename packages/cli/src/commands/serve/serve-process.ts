import { createEngine } from '@concord/engine';
import {
  guardStdout,
  levelFrom,
  type Mount,
  openLog,
  RefusedToStart,
  readSettings,
  serveHttpProcess,
  serveStdioProcess,
  tokenVariables,
} from '@concord/server';
import type { Flags } from '../../command/flags.js';

/** Serves sources in this process until it is told to end, and gives its exit code. The one place that takes the process for itself. */
export async function serveProcess(
  loadMounts: (warn: (message: string) => void) => Promise<readonly Mount[]>,
  flags: Flags,
): Promise<number> {
  const warnings: string[] = [];
  const settings = readSettings(process.env, message => warnings.push(message));
  // Nothing that is loaded or started from here on gets to see them.
  for (const name of tokenVariables) delete process.env[name];
  const log = openLog(levelFrom(settings.logLevel), process.stderr.isTTY === true);
  const { url, restore } = guardStdout(log);
  try {
    const engine = createEngine({ warn: message => warnings.push(message) });
    for (const warning of warnings.splice(0)) log.warn('core', warning);
    const mounts = await loadMounts(message => log.warn('core', message));
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
    return error.exitCode;
  } finally {
    restore();
  }
}
