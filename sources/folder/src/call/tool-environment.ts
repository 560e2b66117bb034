import { tmpdir } from 'node:os';
import { isOn } from '@concord/engine';
import { BadFolderSetting, isToken } from '../project/settings.js';

type Environment = Readonly<Record<string, string | undefined>>;
type Variables = Readonly<Record<string, string>>;

const MODE = 'MCPBASH_TOOL_ENV_MODE';
const PERMISSION = 'MCPBASH_TOOL_ENV_INHERIT_ALLOW';

/** What tools see of the server's environment, in each mode. */
const modes: Readonly<
  Record<string, (env: Environment, isOurs: (name: string) => boolean) => (name: string) => boolean>
> = {
  minimal: (_, isOurs) => isOurs,
  allowlist: (env, isOurs) => {
    const allowed = new Set(listed(env));
    return name => isOurs(name) || allowed.has(name);
  },
  inherit: () => () => true,
};

/** The environment of every tool of a project. Throws a BadFolderSetting that says what to change when the mode cannot be used. */
export function toolEnvironment(env: Environment, root: string): Variables {
  const mode = env[MODE] || 'minimal';
  const choose = Object.hasOwn(modes, mode) ? modes[mode]! : undefined;
  if (!choose) throw new BadFolderSetting(`${MODE} must be minimal, allowlist or inherit (see also ${PERMISSION})`);
  if (mode === 'inherit' && !isOn(env[PERMISSION]))
    throw new BadFolderSetting(`${MODE}=inherit gives tools the whole environment: allow it with ${PERMISSION}=true`);
  const passes = choose(env, name => /^(?:MCP|MCPBASH)_/.test(name));
  const passed = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !isToken(entry[0]) && passes(entry[0]),
  );
  return {
    PATH: env.PATH || '/usr/bin:/bin',
    HOME: env.HOME || root,
    TMPDIR: env.TMPDIR || tmpdir(),
    LANG: env.LANG || 'C',
    ...Object.fromEntries(passed),
  };
}

/** Values that the allow-list lets through under names that say they are secret. */
export function allowedSecrets(env: Environment): readonly string[] {
  if (env[MODE] !== 'allowlist') return [];
  return listed(env).flatMap(name => (/(?:TOKEN|SECRET|PASSWORD|CREDENTIALS)$/.test(name) && env[name]) || []);
}

function listed(env: Environment): readonly string[] {
  return (env.MCPBASH_TOOL_ENV_ALLOWLIST ?? '').split(/[,\s]/).filter(name => name !== '');
}
