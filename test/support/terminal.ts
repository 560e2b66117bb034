import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { WAIT_LIMIT_MS } from './time.js';

/** Whether a terminal can be had for a test. */
export const hasTerminal = spawnSync('python3', ['-c', 'import pty']).status === 0;
if (!hasTerminal) console.warn('SKIPPED: no python3 with its module pty; install it with: apt-get install python3');

/** Runs a program on a new terminal, with the environment it is given and nothing that Python adds: what it shows goes to stdout, what is typed comes from stdin. Ends with its exit code. */
const program = `
import json, os, pty, select, sys
child, terminal = pty.fork()
if child == 0:
    os.execve(sys.argv[2], sys.argv[2:], json.loads(sys.argv[1]))
inputs = [terminal, 0]
while True:
    for ready in select.select(inputs, [], [])[0]:
        try:
            data = os.read(ready, 65536)
        except OSError:
            data = b''
        if ready == 0 and not data:
            inputs.remove(0)
        elif ready == 0:
            os.write(terminal, data)
        elif data:
            os.write(1, data)
        else:
            status = os.waitpid(child, 0)[1]
            sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
`;

/** A person at a terminal: reads what is shown and types. */
export class Terminal {
  readonly #child: ChildProcess;
  /** Everything that was shown. */
  shown = '';
  #read = 0;
  #isOver = false;
  /** The exit code of the program. */
  readonly ended: Promise<number | null>;

  constructor(argv: readonly string[], options: { readonly cwd: string; readonly env: Record<string, string> }) {
    const env = JSON.stringify({ TERM: 'xterm', ...options.env });
    this.#child = spawn('python3', ['-c', program, env, ...argv], { cwd: options.cwd });
    this.#child.stdin!.on('error', () => {});
    this.#child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.shown += text;
    });
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.shown += text;
    });
    this.ended = new Promise(resolve => {
      this.#child.once('close', code => {
        this.#isOver = true;
        resolve(code);
      });
    });
    onTestFinished(() => void this.#child.kill('SIGKILL'));
  }

  /** Waits until a text is shown past what was waited for before. */
  async sees(text: string): Promise<void> {
    const end = performance.now() + WAIT_LIMIT_MS;
    for (;;) {
      const at = this.shown.indexOf(text, this.#read);
      if (at !== -1) {
        this.#read = at + text.length;
        return;
      }
      if (this.#isOver || performance.now() > end) throw new Error(`'${text}' was not shown in: ${this.shown}`);
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  }

  type(keys: string): void {
    this.#child.stdin!.write(keys);
  }

  /** Waits for a text, then types. */
  async answers(text: string, keys: string): Promise<void> {
    await this.sees(text);
    this.type(keys);
  }
}
