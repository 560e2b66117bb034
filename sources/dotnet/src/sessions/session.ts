import { randomUUID } from 'node:crypto';
import type { Redaction } from '@concord/contract';
import { exitCodeOf, runProcess, signalGroup } from '@concord/engine';
import { cleaned } from '../read/clean.js';
import { DiagnosticsReader, type Findings } from '../read/diagnostics-reader.js';
import { LineSplitter } from '../read/line-splitter.js';
import { SessionLog } from './session-log.js';
import { isoTime } from './times.js';

/** The program of a session and the call that started it. */
export interface SessionStart {
  /** The call that started it. */
  readonly requestId: string;
  readonly operation: 'run' | 'watch';
  /** The project as its caller wrote it. */
  readonly target: string;
  readonly command: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Output that means it is ready; an announced URL when undefined. */
  readonly waitFor?: string | undefined;
  /** Masks the secrets of the call that started it. */
  readonly redaction: Redaction;
  /** Releases its lock. The session has ended when this resolves. */
  readonly release?: (() => Promise<void>) | undefined;
}

const STOP_GRACE_MS = 5_000;
const LINGER_MS = 250;
/** Output that is kept to explain a failed start. */
const KEPT_BYTES = 1_048_576;

/** How a session ended. */
export interface SessionEnd {
  /** 128 and the number of the signal for one that was killed. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly findings: Findings;
  /** The system's reason when it could not be started. */
  readonly missing?: string;
}

/** A program that outlives the call that started it. */
export class Session {
  readonly id = randomUUID();
  readonly startedAt = isoTime(Date.now() * 1_000);
  readonly log = new SessionLog();
  readonly urls = new Set<string>();
  readonly ended: Promise<SessionEnd>;
  /** Resolves when it is ready; never when it does not say so. */
  readonly ready: Promise<void>;
  pid: number | undefined;
  end: SessionEnd | undefined;
  endedAtMs = 0;
  readonly #stop = new AbortController();

  constructor(readonly start: SessionStart) {
    let isReady = () => {};
    this.ready = new Promise(resolve => {
      isReady = resolve;
    });
    this.ended = this.#run(isReady).then(async end => {
      await start.release?.();
      this.end = end;
      this.endedAtMs = Date.now();
      return end;
    });
  }

  get isRunning(): boolean {
    return this.end === undefined;
  }

  /** Asks it to end, and resolves when it has. */
  stop(): Promise<SessionEnd> {
    this.#stop.abort();
    return this.ended;
  }

  /** Kills it. */
  kill(): void {
    if (this.isRunning && this.pid !== undefined) signalGroup(this.pid, 'SIGKILL');
  }

  async #run(isReady: () => void): Promise<SessionEnd> {
    const { command, argv, cwd, env, waitFor } = this.start;
    const reader = new DiagnosticsReader({ directory: cwd, program: true });
    const listen = (stream: 'stdout' | 'stderr') => {
      const isFound = waitFor === undefined ? () => false : textSearch(waitFor);
      const splitter = new LineSplitter(raw => {
        const line = cleaned(raw);
        this.log.add(stream, line);
        reader.push(line);
        const url = announcedIn(line);
        if (url !== undefined && this.urls.size < MOST_URLS) this.urls.add(url);
        if (url !== undefined && waitFor === undefined) isReady();
      });
      return {
        push: (text: string) => {
          splitter.push(text);
          if (isFound(text)) isReady();
        },
        end: () => splitter.end(),
      };
    };
    const [out, err] = [listen('stdout'), listen('stderr')];
    const result = await runProcess({
      command,
      args: argv,
      cwd,
      env,
      signal: this.#stop.signal,
      timeoutMs: Number.POSITIVE_INFINITY,
      graceMs: STOP_GRACE_MS,
      lingerMs: LINGER_MS,
      maxStdoutBytes: KEPT_BYTES,
      maxStderrBytes: KEPT_BYTES,
      overflow: 'keepEnds',
      onStarted: pid => {
        this.pid = pid;
      },
      onStdout: out.push,
      onStderr: err.push,
    });
    out.end();
    err.end();
    return {
      exitCode: exitCodeOf(result),
      stdout: cleaned(result.stdout),
      stderr: cleaned(result.stderr),
      findings: reader.result(),
      ...(result.startFailure && { missing: result.startFailure.message }),
    };
  }
}

const MOST_URLS = 20;

/** The URL that a line of ASP.NET Core or Aspire announces. */
function announcedIn(line: string): string | undefined {
  return /(?:Now listening on: |Login to the dashboard at )(https?:\/\/\S{1,2000})/.exec(line)?.[1];
}

/** A function that says whether a text has come by now, also split over several pieces. */
function textSearch(wanted: string): (text: string) => boolean {
  let tail = '';
  return text => {
    const both = tail + text;
    tail = both.slice(-wanted.length);
    return both.includes(wanted);
  };
}
