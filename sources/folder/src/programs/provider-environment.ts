import { isOn } from '@concord/engine';
import { BadFolderSetting, isToken } from '../project/settings.js';

type Environment = Readonly<Record<string, string | undefined>>;

const modes = ['isolate', 'allowlist', 'inherit'] as const;

/** Which of the server's variables providers, completion scripts and hooks get. */
export interface ProviderMode {
  readonly mode: (typeof modes)[number];
  /** Further names, for mode `allowlist`. */
  readonly allowlist: readonly string[];
}

const alwaysPassed = [
  ...['PATH', 'HOME', 'TMPDIR', 'TMP', 'TEMP', 'LANG', 'USERPROFILE', 'APPDATA', 'SYSTEMROOT'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap(name => [name, name.toLowerCase()]),
  ...['HOME', 'PROJECT_ROOT', 'RESOURCES_DIR', 'PROMPTS_DIR', 'ENABLE_GIT_PROVIDER'].map(name => `MCPBASH_${name}`),
];
const passedPrefixes = ['LC_', 'MCP_', 'MCPBASH_GIT_', 'MCPBASH_HTTPS_'];
const passedTo = {
  git: ['SSH_AUTH_SOCK', 'GIT_SSH_COMMAND', 'GIT_ASKPASS'],
  https: ['SSL_CERT_FILE', 'SSL_CERT_DIR'],
} as const;

/** The mode set by the environment. Throws BadFolderSetting for an unknown mode and for one that is not permitted. */
export function providerMode(env: Environment): ProviderMode {
  const given = env.MCPBASH_PROVIDER_ENV_MODE?.trim() || 'isolate';
  const mode = modes.find(each => each === given);
  const permission = 'MCPBASH_PROVIDER_ENV_INHERIT_ALLOW';
  if (mode === undefined) {
    const wanted = `isolate, allowlist, or inherit together with ${permission}=true`;
    throw new BadFolderSetting(
      `MCPBASH_PROVIDER_ENV_MODE must be ${wanted}; it is ${JSON.stringify(given.slice(0, 64))}`,
    );
  }
  if (mode === 'inherit' && !isOn(env[permission])) {
    const why = 'hands the whole environment to providers';
    throw new BadFolderSetting(`MCPBASH_PROVIDER_ENV_MODE=inherit ${why}; permit it with ${permission}=true`);
  }
  const allowlist = (env.MCPBASH_PROVIDER_ENV_ALLOWLIST ?? '').split(/[\s,]/).filter(name => name !== '');
  return { mode, allowlist };
}

/** Throws BadFolderSetting when the mode set by the environment cannot be used. */
export function checkProviderMode(env: Environment): void {
  providerMode(env);
}

/** The environment of a provider, a completion script or a hook. It never has the server's tokens. */
export function providerEnvironment(
  env: Environment,
  { mode, allowlist }: ProviderMode = providerMode(env),
  more?: keyof typeof passedTo,
): Record<string, string> {
  const names = new Set([
    ...alwaysPassed,
    ...(mode === 'allowlist' ? allowlist : []),
    ...(more === undefined ? [] : passedTo[more]),
  ]);
  const isPassed = (name: string): boolean =>
    mode === 'inherit' || names.has(name) || passedPrefixes.some(prefix => name.startsWith(prefix));
  const passed: Record<string, string> = { PATH: '/usr/bin:/bin' };
  for (const [name, value] of Object.entries(env)) {
    // Names are case-insensitive on Windows, where PATH is written Path.
    const known = process.platform === 'win32' ? name.toUpperCase() : name;
    if (value !== undefined && isPassed(known) && !isToken(known)) passed[known] = value;
  }
  return passed;
}

/** The values of variables whose names say that they are secret; they are masked in all output. */
export function secretsIn(environment: Readonly<Record<string, string>>): readonly string[] {
  const named = Object.entries(environment).filter(([name]) => /(?:TOKEN|SECRET|PASSWORD|CREDENTIALS)$/i.test(name));
  return named.map(([, value]) => value).filter(value => value !== '');
}
