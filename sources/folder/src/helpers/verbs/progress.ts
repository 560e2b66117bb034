import { appendFileSync, closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LineReader } from '@concord/engine';
import { extractions, patternOf } from './progress-lines.js';
import type { HelperShell, Verb } from './verb.js';

const LONGEST_LINE = 65_536;
/** What of a line is matched: patterns can be slow on long ones. */
const MATCHED = 4_096;
const PIECE = 65_536;

/**
 * Reads the stderr of a command on stdin until it ends, and reports its progress lines to the caller. Its one argument is the flags
 * of the shell function as a JSON array. Lines that are not progress go on to stderr, or into the file that was named for them.
 */
export const progress: Verb = async (shell, [flags = '[]']) => {
  const options = readOptions(JSON.parse(flags) as string[]);
  const pattern = patternOf(options.pattern);
  if (!pattern) {
    await shell.stderr(`mcp_run_with_progress: ${options.pattern.slice(0, 200)} is not a regular expression\n`);
    shell.stdin.resume();
    return new Promise(done => shell.stdin.once('end', () => done(1)).once('error', () => done(1)));
  }
  const reporter = new ProgressReporter(shell, options, pattern);
  const followed =
    options.progressFile === undefined ? undefined : follow(resolve(shell.cwd, options.progressFile), reporter);
  const reader = new LineReader(LONGEST_LINE, {
    line: bytes => (followed ? reporter.other(bytes.toString()) : reporter.line(bytes.toString())),
    tooLong: () => reporter.other(`[a line of more than ${LONGEST_LINE} bytes was left out]`),
  });
  const timer = followed && setInterval(followed.look, options.intervalMs);
  // Programs that draw a bar end its lines with a carriage return.
  for await (const piece of shell.stdin) reader.push(withNewlines(piece as Buffer));
  reader.end();
  clearInterval(timer);
  followed?.end();
  await reporter.rest;
  return 0;
};

interface Options {
  readonly pattern: string;
  readonly extract: string;
  readonly total: number | undefined;
  readonly intervalMs: number;
  readonly progressFile: string | undefined;
  readonly stderrFile: string | undefined;
  readonly isDryRun: boolean;
  readonly isQuiet: boolean;
}

function readOptions(flags: readonly string[]): Options {
  const after = (name: string): string | undefined => {
    const at = flags.lastIndexOf(name);
    return at === -1 ? undefined : flags[at + 1];
  };
  return {
    pattern: after('--pattern') ?? '',
    extract: after('--extract') ?? 'json',
    total: Number(after('--total')) || undefined,
    intervalMs: Math.max(10, (Number(after('--interval')) || 0.2) * 1_000),
    progressFile: after('--progress-file'),
    stderrFile: after('--stderr-file'),
    isDryRun: flags.includes('--dry-run'),
    isQuiet: flags.includes('--quiet'),
  };
}

/** Sends progress lines to the caller, and other lines to stderr or a file. */
class ProgressReporter {
  /** Resolves when everything printed so far was written. */
  rest: Promise<unknown> = Promise.resolve();
  readonly #shell: HelperShell;
  readonly #options: Options;
  readonly #pattern: RegExp;

  constructor(shell: HelperShell, options: Options, pattern: RegExp) {
    this.#shell = shell;
    this.#options = options;
    this.#pattern = pattern;
    if (options.stderrFile !== undefined) writeFileSync(resolve(shell.cwd, options.stderrFile), '');
  }

  line(line: string): void {
    if (line === '') return;
    const match = this.#pattern.exec(line.slice(0, MATCHED));
    if (!match) return this.other(line);
    const report = extractions[this.#options.extract]?.(match, line, this.#options.total);
    if (!report) return;
    const { MCP_PROGRESS_STREAM: file, MCP_PROGRESS_TOKEN: progressToken } = this.#shell.env;
    if (this.#options.isDryRun) this.#print(JSON.stringify(report));
    else if (file && progressToken) append(file, 'notifications/progress', { progressToken, ...report });
  }

  other(line: string): void {
    const { stderrFile, isQuiet } = this.#options;
    const { MCP_LOG_STREAM: file } = this.#shell.env;
    if (stderrFile === undefined) this.#print(line);
    else appendFileSync(resolve(this.#shell.cwd, stderrFile), `${line}\n`);
    if (!isQuiet && file)
      append(file, 'notifications/message', { level: 'debug', logger: 'mcp_run_with_progress', data: line });
  }

  #print(line: string): void {
    this.rest = this.#shell.stderr(`${line}\n`);
  }
}

function append(file: string, method: string, params: object): void {
  appendFileSync(file, `${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`, { mode: 0o600 });
}

/** Follows a file that the command writes its progress to. It is emptied first, so that nothing of an earlier run counts. */
function follow(path: string, reporter: ProgressReporter) {
  writeFileSync(path, '');
  const file = openSync(path, 'r');
  const buffer = Buffer.alloc(PIECE);
  const reader = new LineReader(LONGEST_LINE, { line: bytes => reporter.line(bytes.toString()), tooLong: () => {} });
  const look = (): void => {
    for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer))
      reader.push(Buffer.from(buffer.subarray(0, length)));
  };
  const end = (): void => {
    look();
    reader.end();
    closeSync(file);
  };
  return { look, end };
}

function withNewlines(piece: Buffer): Buffer {
  return piece.includes(13) ? Buffer.from(piece.map(byte => (byte === 13 ? 10 : byte))) : piece;
}
