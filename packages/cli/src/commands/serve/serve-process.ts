import { type Config, ConfigError } from '@concord/client';
import { createEngine, readLimits } from '@concord/engine';
import {
  answerRefusal,
  guardStdout,
  levelFrom,
  openLog,
  RefusedToStart,
  readSettings,
  reasonOf,
  serveHttpProcess,
  serveStdioProcess,
  tokenVariables,
} from '@concord/server';
import type { CommandContext } from '../../command/context.js';
import { configured } from '../../find/servers.js';
import { openFigures } from './figures.js';
import { openServedGateway, wantsGateway } from './gateway.js';
import { loadMounts, type Tell } from './mounts.js';
import { Reload, type Replaceable } from './reload.js';

/** How long calls of a replica may take to finish unless it is told otherwise: others take those that come meanwhile. */
const DRAIN_SECONDS = 20;

/** Serves sources in this process until it ends, and returns the exit code. The only command that uses `process` itself. */
export async function serveProcess(words: readonly string[], context: CommandContext): Promise<number> {
  const { flags } = context;
  const warnings: string[] = [];
  const settings = readSettings(process.env, message => warnings.push(message));
  // Code and processes that are loaded or started later must not see these variables.
  for (const name of tokenVariables) delete process.env[name];
  const log = openLog(levelFrom(settings.logLevel), process.stderr.isTTY === true);
  const { url, restore } = guardStdout(log);
  const tell: Tell = (level, message) => log[level]('core', message);
  const end = new Ending();
  try {
    const limits = readLimits(process.env, message => warnings.push(message));
    const config = wantsGateway(words, context) ? await readConfig(context) : undefined;
    const served = config && (await openServedGateway(context, settings, limits, config, tell));
    end.add(served);
    const gateway = served?.gateway;
    const engine = createEngine({
      warn: message => warnings.push(message),
      ...(gateway && { shared: gateway.shared }),
    });
    for (const warning of warnings.splice(0)) log.warn('core', warning);
    const serving = { tell, gateway };
    const mounts = await loadMounts(words, context, serving);
    const reload =
      config && served && words.length === 0 ? new Reload(context, served, serving, config, mounts) : undefined;
    const options = {
      mounts,
      settings,
      engine,
      log,
      dottedNames: flags['dotted-names'] === true,
      gateway,
      ...(reload && { opened: (host: Replaceable) => reload.follow(host) }),
    };
    if (flags.http === undefined) return await serveStdioProcess(options);
    end.add(await openFigures(flags.metrics as string | undefined, gateway));
    return await serveHttpProcess({
      ...options,
      address: flags.http as string,
      allowHosts: (flags['allow-host'] as readonly string[] | undefined) ?? [],
      allowOrigins: (flags['allow-origin'] as readonly string[] | undefined) ?? [],
      drainMs: 1_000 * Number(flags['drain-seconds'] ?? (gateway?.isShared ? DRAIN_SECONDS : 0)),
      announce: url,
    });
  } catch (error) {
    if (!(error instanceof RefusedToStart)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    restore();
    if (flags.http === undefined && !process.stdin.isTTY) await answerRefusal(reasonOf(error, 'It cannot be started'));
    return error.exitCode;
  } finally {
    await end.close();
    restore();
  }
}

/** The configuration; one that cannot be read keeps a server from starting. */
async function readConfig(context: CommandContext): Promise<Config> {
  return configured(context).catch(error => {
    throw error instanceof ConfigError ? new RefusedToStart(error.message) : error;
  });
}

/** What is closed after everything is served, the last first. */
class Ending {
  readonly #parts: { close(): Promise<void> }[] = [];

  add(part: { close(): Promise<void> } | undefined): void {
    if (part) this.#parts.unshift(part);
  }

  async close(): Promise<void> {
    for (const part of this.#parts.splice(0)) await part.close();
  }
}
