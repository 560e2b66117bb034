import { accessSync, constants, statSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { openPrivateFolder, ReopenablePipes, removePrivateFolder, runProcess } from '@concord/engine';
import { codeOf } from '../../files/file-system.js';
import { programIn } from '../../files/find-program.js';
import { type Finding, finding } from './findings.js';

/** The machine a server would run on. */
export interface Runtime {
  readonly node: string;
  /** Of the command itself. */
  readonly version: string;
  readonly tmpRoot: string;
  readonly tmpRootWritable: boolean;
  /** Paths of programs that tools and providers use where they are there. */
  readonly jq: string | null;
  readonly git: string | null;
}

/** What is looked at. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** That of Node; the one that runs this unless given. */
  readonly nodeVersion?: string | undefined;
  /** A folder that would be watched. */
  readonly watched?: string | undefined;
}

const OLDEST = [20, 19] as const;
const SHORTEST_TOKEN = 32;
const tokens = ['MCPBASH_REMOTE_TOKEN', 'CONCORD_HTTP_TOKEN'] as const;

/** Examines the machine, and finds what would keep a server from working. */
export async function examineRuntime(machine: Machine): Promise<readonly [Runtime, readonly Finding[]]> {
  const { env, version, nodeVersion = process.versions.node } = machine;
  const tmpRoot = env.MCPBASH_TMP_ROOT || env.TMPDIR || tmpdir();
  const tmpRootWritable = isWritableFolder(tmpRoot);
  const path = env.PATH ?? '';
  const runtime = {
    node: nodeVersion,
    version,
    tmpRoot,
    tmpRootWritable,
    jq: programIn(path, 'jq'),
    git: programIn(path, 'git'),
  };
  return [
    runtime,
    [
      ...(isTooOld(nodeVersion)
        ? [finding('runtime.node_too_old', 'error', `Node ${nodeVersion} is older than ${OLDEST.join('.')}`)]
        : []),
      ...(tmpRootWritable ? await streamFindings(tmpRoot) : [unwritable(tmpRoot)]),
      ...watchFindings(machine.watched ?? tmpRoot),
      ...tokens.filter(name => isWeak(env[name])).map(weakToken),
    ],
  ];
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
}

function isWritableFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function unwritable(path: string): Finding {
  const message = `${path} cannot be written, and calls need a place for their files`;
  return finding('runtime.tmp_root_not_writable', 'error', message, 'export MCPBASH_TMP_ROOT="$HOME/tmp"');
}

/** Tools may open their streams by path; some systems and sandboxes do not let them. */
async function streamFindings(tmpRoot: string): Promise<readonly Finding[]> {
  if (process.platform === 'win32') return [];
  const folder = openPrivateFolder(tmpRoot);
  try {
    const { stdout } = await runProcess({
      command: '/bin/sh',
      args: ['-c', 'echo reopened > /dev/stdout'],
      env: { PATH: '/usr/bin:/bin' },
      pipes: new ReopenablePipes(folder),
      timeoutMs: 5_000,
      maxStdoutBytes: 1_024,
      maxStderrBytes: 1_024,
      overflow: 'stop',
    });
    if (stdout === 'reopened\n') return [];
    const message = 'Tools cannot open /dev/stdout and /dev/stderr here, and those that do fail';
    return [finding('runtime.streams_not_reopenable', 'warning', message)];
  } finally {
    removePrivateFolder(folder);
  }
}

function watchFindings(folder: string): readonly Finding[] {
  try {
    watch(folder, { persistent: false }).close();
    return [];
  } catch (error) {
    const isFull = codeOf(error) === 'ENOSPC';
    const message = `Files cannot be watched (${codeOf(error)}): changes are seen after 5 s in place of at once`;
    const command = isFull ? 'sudo sysctl fs.inotify.max_user_watches=524288' : null;
    return [finding('runtime.watch_unavailable', 'warning', message, command)];
  }
}

function isWeak(token: string | undefined): boolean {
  return token !== undefined && token !== '' && token.length < SHORTEST_TOKEN;
}

function weakToken(name: string): Finding {
  const message = `${name} has fewer than ${SHORTEST_TOKEN} characters, and a server refuses to start with it`;
  return finding('token.weak', 'error', message, `export ${name}="$(openssl rand -hex 32)"`);
}
