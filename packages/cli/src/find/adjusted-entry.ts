import { type ServerEntry, withAdditions } from '@concord/client';
import type { FindContext } from '../command/context.js';
import { usage } from '../command/failure.js';
import { numberOf } from '../parse/values.js';

/** The entry with everything this command line says about its target: headers, variables, protocol, retries. */
export function adjustedEntry(entry: ServerEntry, { env, flags }: FindContext): ServerEntry {
  const headers = ((flags.header as readonly string[] | undefined) ?? []).map(text => split(text, ':', '--header'));
  const variables = ((flags.env as readonly string[] | undefined) ?? []).map(text =>
    text.includes('=') ? split(text, '=', '--env') : variableToPass(text, env),
  );
  const added = withAdditions(entry, {
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(variables.length > 0 && { env: Object.fromEntries(variables) }),
    ...(flags['allow-http'] && { allowHttp: true }),
  });
  const retries = numberOf(flags, 'retries', 'count');
  const own = {
    ...(flags.protocol !== undefined && { protocol: flags.protocol as string }),
    ...(retries !== undefined && { retries }),
  };
  return { ...added, entry: { ...added.entry, ...own } };
}

/** Fails when headers or variables are given for all servers: a token must not go to servers it is not meant for. */
export function refuseAdditions({ flags }: FindContext): void {
  const given = (['header', 'env'] as const).find(name => flags[name] !== undefined);
  if (given !== undefined) throw usage(`--${given} is for one server: name it`, `mcp list <server> --${given} …`);
}

/** `--env NAME` passes the caller's variable on. It is expanded with the entry, so that its value counts as a secret. */
function variableToPass(name: string, env: FindContext['env']): readonly [string, string] {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,255}$/.test(name)) throw usage('--env needs a name, or NAME=VALUE');
  if (env[name] === undefined) throw usage(`--env ${name}: there is no such variable`, `--env ${name}=VALUE`);
  return [name, `\${${name}}`];
}

function split(text: string, at: string, flag: string): readonly [string, string] {
  const index = text.indexOf(at);
  if (index < 1) throw usage(`${flag} needs a name and a value around '${at}'`);
  return [text.slice(0, index).trim(), text.slice(index + 1).trim()];
}
