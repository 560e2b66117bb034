import { Buffer } from 'node:buffer';
import { lstat, readdir } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { type ProcessResult, runProcess } from '@concord/engine';
import { providerEnvironment } from '../../programs/provider-environment.js';
import { readFailure } from '../../read/read-failure.js';
import type { Deadline } from './deadline.js';

/** The limits and settings of a clone. */
export interface CloneRules {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly protocol: string;
  /** `host:port:addresses`: where the host of the remote is, whatever it resolves to later; undefined for an address. */
  readonly pin: string | undefined;
  readonly deadline: Deadline;
  /** The most the clone may take on disk, while it is fetched and after. */
  readonly mostBytes: number;
}

const WATCH_MS = 100;
const MOST_STDERR_BYTES = 64 * 1024;
const REF = 'FETCH_HEAD';
/** Settings that keep a repository and its server from making git do anything but fetch objects. */
const settings = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'credential.helper=',
  'fetch.recurseSubmodules=false',
  'submodule.recurse=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'http.followRedirects=false',
];
/** Variables of git that may come from outside. */
const kept = new Set(['GIT_ASKPASS', 'GIT_SSH_COMMAND']);

/** A bare, shallow clone in a private folder. There is no working tree: no filter runs, no link is made on disk. */
export class GitClone {
  readonly #folder: string;
  readonly #rules: CloneRules;

  constructor(folder: string, rules: CloneRules) {
    this.#folder = join(folder, 'clone.git');
    this.#rules = rules;
  }

  /** Fetches one commit. Fails when it cannot be fetched or is larger than allowed. */
  async fetch(remote: string, ref: string): Promise<void> {
    await this.#git(['init', '--quiet', '--bare', '--template=', this.#folder]);
    const quietly = ['--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--no-write-commit-graph'];
    const stop = new AbortController();
    const watch = setInterval(async () => {
      if ((await folderSize(this.#folder)) > this.#rules.mostBytes) stop.abort();
    }, WATCH_MS);
    try {
      await this.#git(['fetch', ...quietly, '--end-of-options', remote, ref], { signal: stop.signal });
    } catch (error) {
      throw stop.signal.aborted ? this.#tooLarge() : error;
    } finally {
      clearInterval(watch);
    }
    if ((await folderSize(this.#folder)) > this.#rules.mostBytes) throw this.#tooLarge();
  }

  /** The content of a file. Links are followed as long as they stay inside. */
  async read(path: string, mostBytes: number): Promise<Buffer> {
    const { stdout } = await this.#git(['cat-file', '--batch-check', '--follow-symlinks'], {
      stdin: `${REF}:${path}\n`,
    });
    const [, object, size] = /^([0-9a-f]{40,64}) blob (\d{1,15})\n$/.exec(stdout) ?? [];
    if (object === undefined) {
      if (/^[0-9a-f]{40,64} tree /.test(stdout))
        throw readFailure(5, 'The path is a folder of the repository, not a file');
      throw readFailure(3, 'There is no such file in the repository');
    }
    if (Number(size) > mostBytes) throw readFailure(6, `The resource is larger than ${mostBytes} bytes`);
    const pieces: Buffer[] = [];
    await this.#git(['cat-file', 'blob', object], { mostBytes, onStdoutBytes: piece => pieces.push(piece) });
    return Buffer.concat(pieces);
  }

  async #git(
    args: readonly string[],
    more: {
      readonly stdin?: string;
      readonly signal?: AbortSignal;
      readonly mostBytes?: number;
      readonly onStdoutBytes?: (piece: Buffer) => void;
    } = {},
  ): Promise<ProcessResult> {
    const { deadline } = this.#rules;
    const result = await runProcess({
      command: 'git',
      args: [...settings, ...this.#pinned()].flatMap(each => ['-c', each]).concat(args),
      cwd: join(this.#folder, '..'),
      env: this.#environment(),
      stdin: more.stdin,
      signal: more.signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, more.signal]),
      timeoutMs: deadline.remainingMs(),
      maxStdoutBytes: more.mostBytes ?? MOST_STDERR_BYTES,
      maxStderrBytes: MOST_STDERR_BYTES,
      overflow: 'stop',
      onStdoutBytes: more.onStdoutBytes,
    });
    if (result.end === 'exited' && result.exitCode === 0) return result;
    if (result.end === 'not_started') throw readFailure(4, 'Reading from git needs git, which is not installed here');
    throw deadline.reason() ?? readFailure(5, result.stderr || 'The repository could not be fetched');
  }

  #pinned(): readonly string[] {
    return this.#rules.pin === undefined ? [] : [`http.curloptResolve=${this.#rules.pin}`];
  }

  #environment(): Record<string, string> {
    const passed = Object.entries(providerEnvironment(this.#rules.env, undefined, 'git'));
    return {
      ...Object.fromEntries(passed.filter(([name]) => !name.startsWith('GIT_') || kept.has(name))),
      GIT_DIR: this.#folder,
      GIT_ALLOW_PROTOCOL: this.#rules.protocol,
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
      GIT_ATTR_NOSYSTEM: '1',
      GIT_NO_REPLACE_OBJECTS: '1',
      LC_ALL: 'C',
    };
  }

  #tooLarge() {
    return readFailure(5, `The repository is larger than ${this.#rules.mostBytes / 1024} KiB`);
  }
}

/** The bytes of all files below a folder. Files deleted meanwhile count as 0. */
async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = entries.map(async entry => {
    const stats = await lstat(join(folder, entry)).catch(() => undefined);
    return stats?.isFile() ? stats.size : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
