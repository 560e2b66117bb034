import { compileRedaction } from '@concord/contract';
import type { Caller } from '../entry/caller.js';
import type { ClientName, Config, ConfigFile, Scope, ServerEntry } from '../entry/definition.js';
import { ConfigError } from '../entry/error.js';
import { listOf, mapOf, textFields } from '../entry/fields.js';
import { missingVariables } from '../expand/expanded-entry.js';
import { argumentSecrets, isLiteralSecret, isLiteralSecretHeader, MASK, maskedUrl } from '../secrets/literals.js';
import { isTrusted } from '../trust/trust.js';

/** A server as `mcp config show` tells of it: names of variables and headers, never their values. */
export interface ShownServer {
  readonly name: string;
  readonly original_name?: string;
  readonly transport: ServerEntry['transport'];
  readonly file?: string;
  readonly client: ClientName;
  readonly scope: Scope;
  readonly enabled: boolean;
  readonly trusted: boolean;
  readonly shadows: readonly string[];
  readonly command?: string;
  readonly args: readonly string[];
  readonly url?: string;
  readonly env: readonly string[];
  readonly headers: readonly string[];
  readonly missing_variables: readonly string[];
  readonly warnings: readonly string[];
}

/** The document of `mcp config show`, keys in their published order. */
export interface ShownConfig {
  readonly files: readonly ConfigFile[];
  readonly servers: readonly ShownServer[];
}

/** What there is to show of a configuration to a caller. Starts nothing and expands nothing. */
export async function showConfig(config: Config, caller: Caller, stateFolder: string): Promise<ShownConfig> {
  const servers = config.servers.map(async server => showServer(server, caller, await isTrusted(server, stateFolder)));
  return { files: config.files, servers: await Promise.all(servers) };
}

/** One server, with secrets masked wherever they stand. */
export function showServer(server: ServerEntry, caller: Caller, trusted: boolean): ShownServer {
  const { name, originalName, transport, file, client, scope, enabled, shadows, entry } = server;
  const fault = faultOf(server);
  const args = fault === undefined ? listOf(server, 'args') : [];
  const exposed = argumentSecrets(args);
  const { text } = compileRedaction({ known: literalSecrets(server, fault) });
  const masked = (given: string): string => text(given).text;
  return {
    name,
    ...(originalName === undefined ? {} : { original_name: originalName }),
    transport,
    ...(file === undefined ? {} : { file }),
    client,
    scope,
    enabled,
    trusted,
    shadows,
    ...(transport === 'stdio' ? { command: masked(String(entry.command)) } : {}),
    args: args.map((argument, index) => masked(exposed.find(each => each.index === index)?.replaced(MASK) ?? argument)),
    ...(typeof entry.url === 'string' ? { url: masked(maskedUrl(entry.url)) } : {}),
    env: fault === undefined ? mapOf(server, 'env').map(([variable]) => variable) : [],
    headers: fault === undefined ? mapOf(server, 'headers').map(([header]) => header) : [],
    missing_variables: fault === undefined ? missingVariables(server, caller) : [],
    warnings: [...(fault === undefined ? [] : [fault]), ...exposed.map(each => warningOf(each.index, each.option))],
  };
}

/** What is wrong with an entry's fields, so that one bad entry does not keep the others from being shown. */
function faultOf(server: ServerEntry): string | undefined {
  try {
    textFields(server);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

/** Values that the entry itself gives away; they may stand in its arguments and URL a second time. */
function literalSecrets(server: ServerEntry, fault: string | undefined): readonly string[] {
  if (fault !== undefined) return [];
  const secret = [
    ...mapOf(server, 'env').filter(([name, value]) => isLiteralSecret(name, value)),
    ...mapOf(server, 'headers').filter(([name, value]) => isLiteralSecretHeader(name, value)),
  ];
  return secret.map(([, value]) => value);
}

function warningOf(index: number, option: string | undefined): string {
  const which = option === undefined ? '' : ` (${option})`;
  return `args[${index}]${which} looks like a secret: it stands in the process list; put it in "env"`;
}
