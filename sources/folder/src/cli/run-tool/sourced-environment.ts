import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from '@concord/engine';
import { shell } from '../../files/how-to-run.js';
import { sdkFolder } from '../../programs/sdk-folder.js';
import { shown } from '../../project/findings.js';
import type { Project } from '../../project/project.js';
import { BadFolderSetting, isToken } from '../../project/settings.js';
import { whyUnfit } from '../../register/register-json.js';

type Environment = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 1_048_576;

/** Variables that shells set themselves. */
const ofShells: ReadonlySet<string> = new Set(['_', 'SHLVL', 'PWD', 'OLDPWD']);

/** The environment file of a project, when it may be used. Throws BadFolderSetting. */
export async function serverEnvironmentFile(project: Project): Promise<string | undefined> {
  const file = join(project.server, 'env.sh');
  if (!existsSync(file)) return undefined;
  const fault = await whyUnfit(project, file);
  if (fault !== undefined) throw new BadFolderSetting(`server.d/env.sh is not used: it ${fault}`);
  return file;
}

/**
 * An environment after files of a shell were loaded into it, in order. What they set reaches tools, because the caller named the files,
 * so the names join the allow-list of the environment. Throws BadFolderSetting when a file fails.
 */
export async function sourcedEnvironment(
  env: Environment,
  files: readonly string[],
  cwd: string,
): Promise<Environment> {
  if (files.length === 0) return env;
  const missing = files.find(file => !existsSync(file));
  if (missing !== undefined)
    throw new BadFolderSetting(`${missing} is not there`, 'Name a shell file that can be read');
  const given = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !isToken(entry[0]),
  );
  const result = await runProcess({
    command: shell(),
    args: [join(sdkFolder, 'source-environment.sh'), process.execPath, ...files],
    cwd,
    env: Object.fromEntries(given),
    timeoutMs: TIMEOUT_MS,
    maxStdoutBytes: MOST_BYTES,
    maxStderrBytes: MOST_BYTES,
    overflow: 'stop',
  });
  const after = result.end === 'exited' && result.exitCode === 0 ? parsed(result.stdout) : undefined;
  if (after === undefined) {
    const said = result.stderr.split('\n', 100).find(line => line.trim() !== '');
    const why =
      result.end === 'timeout'
        ? `it took longer than ${TIMEOUT_MS / 1_000} s`
        : (said ?? `it ended with ${result.exitCode ?? result.end}`);
    throw new BadFolderSetting(`${files.join(', ')} could not be loaded: ${shown(why)}`);
  }
  const changed = Object.keys(after).filter(name => after[name] !== env[name] && !ofShells.has(name));
  const set = Object.fromEntries(changed.map(name => [name, after[name]]));
  return { ...env, ...set, ...allowing(changed, { ...env, ...set }) };
}

function parsed(text: string): Record<string, string> | undefined {
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    return undefined;
  }
}

const MODE = 'MCPBASH_TOOL_ENV_MODE';
const LIST = 'MCPBASH_TOOL_ENV_ALLOWLIST';

/** Settings that add these names to the allow-list of tools. Modes that pass everything, and unknown ones, stay unchanged. */
function allowing(names: readonly string[], env: Environment): Environment {
  const mode = env[MODE] || 'minimal';
  if (mode !== 'minimal' && mode !== 'allowlist') return {};
  const before = mode === 'allowlist' ? [env[LIST] ?? ''] : [];
  return { [MODE]: 'allowlist', [LIST]: [...before, ...names].join(' ') };
}
