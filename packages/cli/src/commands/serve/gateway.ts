import { hostname } from 'node:os';
import type { Config } from '@concord/client';
import { createLocks, type Limits, makePrivateFolder, stateFolder } from '@concord/engine';
import type { Gateway, GatewaySettings } from '@concord/gateway';
import { RefusedToStart, type Settings } from '@concord/server';
import type { Store } from '@concord/store';
import type { CommandContext } from '../../command/context.js';
import type { FlagName } from '../../command/flags.js';
import { usualStore } from '../../store/store-address.js';
import type { Tell } from './mounts.js';

/** Flags that make a server a gateway, also where it serves one client. */
const anywhere = ['store', 'read-only', 'audit', 'otlp', 'discover'] as const satisfies readonly FlagName[];
/** Those that mean something over HTTP alone. */
const overHttp = [
  'tokens',
  'jwt-issuer',
  'jwt-audience',
  'jwks',
  'metrics',
  'advertise',
  'drain-seconds',
] as const satisfies readonly FlagName[];

/**
 * Whether a server is to be a gateway: one over HTTP for all servers of the configuration, and whatever has a flag of a gateway. Sources that
 * are named are served as they are. Refuses flags that do not go together.
 */
export function wantsGateway(words: readonly string[], { flags }: Pick<CommandContext, 'flags'>): boolean {
  const isHttp = flags.http !== undefined;
  const misplaced = isHttp ? undefined : overHttp.find(name => flags[name] !== undefined);
  if (misplaced)
    throw new RefusedToStart(
      `--${misplaced} goes with --http: over standard input there is one caller, who started the server`,
    );
  if (flags['jwt-issuer'] !== undefined && flags['jwt-audience'] === undefined)
    throw new RefusedToStart(
      '--jwt-issuer needs --jwt-audience: the name of this server, for which tokens must be made',
    );
  const alone = (['jwt-audience', 'jwks'] as const).find(name => flags[name] !== undefined);
  if (alone && flags['jwt-issuer'] === undefined) throw new RefusedToStart(`--${alone} goes with --jwt-issuer`);
  for (const name of ['jwt-issuer', 'otlp', 'advertise'] as const) checkUrl(flags[name] as string | undefined, name);
  return (isHttp && words.length === 0) || [...anywhere, ...overHttp].some(name => flags[name] !== undefined);
}

function checkUrl(given: string | undefined, name: string): void {
  if (given !== undefined && !(URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)))
    throw new RefusedToStart(
      `--${name} takes an address that begins with https:// or http://, and not '${given.slice(0, 100)}'`,
    );
}

/** A gateway, and how it ends. */
export interface ServedGateway {
  readonly gateway: Gateway;
  /** Reads the settings of a configuration; throws a RefusedToStart for those that cannot be used. */
  settingsOf(config: Config): GatewaySettings;
  close(): Promise<void>;
}

/** Opens the store and what is kept in it. Without a store of its own choice a server goes on with one in memory where it must. */
export async function openServedGateway(
  context: CommandContext,
  { sessionKeys }: Settings,
  limits: Limits,
  config: Config,
  tell: Tell,
): Promise<ServedGateway> {
  const { flags, env } = context;
  const [
    { openGateway, readGatewaySettings, readSessionKeys, SettingFault, SharedSessions, SharedUpstreams },
    { Membership, openStore, StoreFailure },
  ] = await Promise.all([import('@concord/gateway'), import('@concord/store')]);
  const settingsOf = ({ settings, servers }: Config): GatewaySettings => {
    try {
      const discover = flags.discover === undefined ? {} : { discover: flags.discover as string };
      return readGatewaySettings({ ...settings, ...discover }, servers);
    } catch (error) {
      throw error instanceof SettingFault ? new RefusedToStart(error.message) : error;
    }
  };
  const settings = settingsOf(config);
  const warn = (message: string) => tell('warn', message);
  const folder = stateFolder(env);
  const open = async (address: string): Promise<Store> => {
    if (address === usualStore(env)) makePrivateFolder(folder!);
    return openStore(address, { warn });
  };
  const store = await open((flags.store as string | undefined) ?? usualStore(env) ?? 'memory').catch(error => {
    if (!(error instanceof StoreFailure) && (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    const words = error instanceof StoreFailure ? `${error.message}. ${error.next}` : (error as Error).message;
    if (flags.store !== undefined || flags.tokens !== undefined || flags.audit !== undefined)
      throw new RefusedToStart(words, 3);
    tell('warn', `${words} What is kept goes with this process.`);
    return openStore('memory');
  });
  try {
    const advertise = flags.advertise as string | undefined;
    const isShared = flags.http !== undefined && store.kind === 'postgres';
    if (isShared && advertise === undefined) refuseUnreachable(config);
    const membership = await Membership.join(store, { advertise, warn });
    const name = `${hostname()}:${process.pid}`;
    const replica = {
      get id() {
        return membership.replica;
      },
      name,
    };
    // Those of one client, and those in memory, end with this process.
    const sessions =
      flags.http !== undefined && store.kind !== 'memory'
        ? await SharedSessions.open({ store, replica, keys: readSessionKeys(sessionKeys), warn })
        : undefined;
    const upstreams = isShared
      ? await SharedUpstreams.open({
          store,
          replica,
          onLost: listener => membership.onLost(listener),
          isReachable: advertise !== undefined,
        })
      : undefined;
    const gateway = openGateway({
      store,
      membership,
      name,
      sessions,
      upstreams,
      settings,
      tokens: flags.tokens === true,
      signed: signedTokens(context),
      readOnly: flags['read-only'] === true,
      audit: flags.audit === undefined ? undefined : { acknowledges: flags.audit as 'writes' | 'all' },
      figures: flags.metrics !== undefined,
      collector: flags.otlp as string | undefined,
      limits,
      locks: createLocks({ directory: folder && `${folder}/locks`, onWarning: warn }),
      warn,
    });
    const close = async () => {
      sessions?.close();
      upstreams?.close();
      await gateway.close();
      await membership.leave();
      await store.close();
    };
    return { gateway, settingsOf, close };
  } catch (error) {
    await store.close();
    if (error instanceof SettingFault) throw new RefusedToStart(error.message);
    throw error instanceof StoreFailure ? new RefusedToStart(`${error.message}. ${error.next}`, 3) : error;
  }
}

/** A server that replicas share is run by one of them, which the others must reach. */
function refuseUnreachable({ servers }: Config): void {
  const shared = servers.find(({ enabled, entry }) => enabled && entry.shared === true);
  if (shared)
    throw new RefusedToStart(
      `The server '${shared.name}' is shared by all replicas: start each with --advertise and the address the others reach it at, such as http://10.0.0.5:7332`,
    );
}

function signedTokens({ flags }: CommandContext) {
  const issuer = flags['jwt-issuer'] as string | undefined;
  if (issuer === undefined) return undefined;
  return { issuer, audience: flags['jwt-audience'] as string, keys: flags.jwks as string | undefined };
}
