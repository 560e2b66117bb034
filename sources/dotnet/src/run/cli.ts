import { type Call, exitCodeOf, type ProcessResult, runProcess, Semaphore } from '@concord/engine';
import { TRUNCATED } from '../outcome/cut.js';
import { cleaned } from '../read/clean.js';
import { DiagnosticsReader, type Findings } from '../read/diagnostics-reader.js';
import { LineSplitter } from '../read/line-splitter.js';
import { cliEnvironment } from './environment.js';
import { findCli } from './find-cli.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What is kept of each stream: its first and its last half. */
const KEPT_BYTES = 16_777_216;
const GRACE_MS = 2_000;
/** How long to wait for pipes that build servers keep open after the end of the CLI. */
const LINGER_MS = 250;
const DEFAULT_PROCESSES = 8;

export interface CliRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly stdin?: string;
  /** Whether the output is also that of a program of the caller. */
  readonly program?: boolean;
  /** Further variables of this run. */
  readonly env?: Environment;
  /** Gets every line as it is printed, without terminal sequences. */
  readonly onLine?: (line: string) => void;
}

/** How a run ended, its output and its diagnostics; or why there is no CLI to run. */
export type CliResult =
  | { readonly missing: string }
  | {
      readonly end: ProcessResult['end'];
      /** 128 and the number of the signal for one that was killed. */
      readonly exitCode: number;
      readonly stdout: string;
      readonly stderr: string;
      /** Bytes of stdout that are not kept; a line says where they were. */
      readonly omitted: number;
      readonly findings: Findings;
    };

/** Runs the dotnet CLI, a bounded number of processes at a time. */
export class Cli {
  readonly #env: Environment;
  readonly #entry: Environment;
  readonly #places: Semaphore;

  constructor(env: Environment, entry: Environment = {}) {
    this.#env = env;
    this.#entry = entry;
    const most = Number(env.CONCORD_DOTNET_MAX_PROCESSES);
    this.#places = new Semaphore(Number.isInteger(most) && most > 0 ? most : DEFAULT_PROCESSES);
  }

  /** The program and the environment for a session, or why there is no CLI. */
  launch(
    watches: boolean,
  ): { readonly command: string; readonly env: Record<string, string> } | { readonly missing: string } {
    const found = findCli({ ...this.#env, ...this.#entry });
    if ('reason' in found) return { missing: found.reason };
    return { command: found.path, env: cliEnvironment(this.#env, this.#entry, watches) };
  }

  /** Runs it until it ends or the call is stopped. */
  async run(request: CliRequest, call: Pick<Call, 'signal' | 'onStop'>): Promise<CliResult> {
    await this.#places.acquire(call.onStop);
    try {
      return await this.#start(request, call.signal);
    } finally {
      this.#places.release();
    }
  }

  async #start(
    { argv, cwd, timeoutMs, stdin, program = false, env, onLine }: CliRequest,
    signal: AbortSignal,
  ): Promise<CliResult> {
    const found = findCli({ ...this.#env, ...this.#entry });
    if ('reason' in found) return { missing: found.reason };
    const reader = new DiagnosticsReader({ directory: cwd, program });
    const lines = () =>
      new LineSplitter(line => {
        const clean = cleaned(line);
        reader.push(clean);
        onLine?.(clean);
      });
    const [out, err] = [lines(), lines()];
    const result = await runProcess({
      command: found.path,
      args: argv,
      cwd,
      env: cliEnvironment(this.#env, { ...this.#entry, ...env }),
      stdin,
      signal,
      timeoutMs,
      graceMs: GRACE_MS,
      lingerMs: LINGER_MS,
      maxStdoutBytes: KEPT_BYTES,
      maxStderrBytes: KEPT_BYTES,
      overflow: 'keepEnds',
      // A build server (MSBuild, the compiler) may stay for the next build; what a program of the caller started may not.
      sparesOthers: !program,
      onStdout: text => out.push(text),
      onStderr: text => err.push(text),
    });
    out.end();
    err.end();
    if (result.end === 'not_started') return { missing: result.startFailure!.message };
    return {
      end: result.end,
      exitCode: exitCodeOf(result),
      stdout: cleaned(marked(result.stdout, result.omittedAt.stdout)),
      stderr: cleaned(marked(result.stderr, result.omittedAt.stderr)),
      omitted: result.omitted.stdout,
      findings: reader.result(),
    };
  }
}

/** Marks where output was omitted, so that two halves of lines are not read as one. */
function marked(text: string, omittedAt: number | null): string {
  return omittedAt === null ? text : `${text.slice(0, omittedAt)}\n${TRUNCATED}\n${text.slice(omittedAt)}`;
}
