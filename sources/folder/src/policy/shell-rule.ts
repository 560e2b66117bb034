import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Json } from '@concord/contract';
import { LineReader, processGroups, signalGroup, whenAborted } from '@concord/engine';
import type { RunContext } from '../call/run-context.js';
import { shell } from '../files/how-to-run.js';
import { providerEnvironment, providerMode } from '../programs/provider-environment.js';
import { sdkFolder } from '../programs/sdk-folder.js';
import type { Question, Rule } from './project-rule.js';

const LONGEST_LINE = 65_536;
const LINES = 4;
const namesOneLine = 'server.d/policy.sh cannot be asked about a name with control characters';

/** A rule defined by a shell file, loaded into one process that answers many questions. */
export class ShellRule implements Rule {
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;
  #answer: string[] = [];
  #taken: ((lines: readonly string[]) => void) | undefined;

  constructor(file: string, { project, settings }: RunContext) {
    this.#child = spawn(shell(), [join(sdkFolder, 'policy-runner.sh'), file], {
      cwd: project.root,
      env: { ...providerEnvironment(settings.env, providerMode(settings.env)), MCPBASH_PROJECT_ROOT: project.root },
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: process.platform !== 'win32',
    });
    const { pid } = this.#child;
    if (pid !== undefined) processGroups.add(pid);
    this.#ready = new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('exit', code => {
        if (pid !== undefined) {
          signalGroup(pid, 'SIGKILL');
          processGroups.remove(pid);
        }
        reject(new Error(code === 2 ? 'it defines no mcp_tools_policy_check' : `it ended with ${code ?? 'a signal'}`));
      });
      const reader = new LineReader(LONGEST_LINE, {
        line: bytes => (this.#taken ? this.#take(bytes.toString()) : resolve()),
        tooLong: () => this.close(),
      });
      this.#child.stdout!.on('data', (piece: Buffer) => reader.push(piece));
    });
    this.#ready.catch(() => {});
    this.#child.stdin!.on('error', () => {});
    this.#child.unref();
    for (const stream of [this.#child.stdin, this.#child.stdout]) (stream as { unref?(): void } | null)?.unref?.();
  }

  get isGone(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async decide({ name, metadata }: Question, signal: AbortSignal): Promise<Json | undefined> {
    // The name is sent as one line: a line break in it would shift all further answers by one question.
    if (/\p{Cc}/u.test(name)) return { allow: false, message: `${namesOneLine}: rename the tool` };
    try {
      const [verdict, ...said] = await this.#ask(`${name}\n${JSON.stringify(metadata)}\n`, signal);
      const [code, message, data] = said.map(line => line.slice(1));
      if (verdict === 'allow') return true;
      if (verdict !== 'deny') throw new Error('it printed on stdout before it decided');
      return { allow: false, code: code ?? '', message: message ?? '', data: data ? parsed(data) : null };
    } finally {
      this.#taken = undefined;
    }
  }

  close(): void {
    if (this.#child.pid !== undefined && !this.isGone) signalGroup(this.#child.pid, 'SIGKILL');
  }

  async #ask(lines: string, signal: AbortSignal): Promise<readonly string[]> {
    const over = { callOff: () => {} };
    try {
      return await new Promise((resolve, reject) => {
        const gone = () => reject(new Error('it ended while it decided'));
        const stopListening = whenAborted(signal, () => reject(new Error('it did not decide in time')));
        over.callOff = () => {
          stopListening();
          this.#child.removeListener('exit', gone);
        };
        this.#ready.then(() => {
          this.#child.once('exit', gone);
          this.#answer = [];
          this.#taken = resolve;
          this.#child.stdin!.write(lines);
        }, reject);
      });
    } finally {
      over.callOff();
    }
  }

  #take(line: string): void {
    this.#answer.push(line);
    if (this.#answer.length === LINES) this.#taken?.(this.#answer);
  }
}

function parsed(data: string): Json {
  try {
    return JSON.parse(data) as Json;
  } catch {
    return data;
  }
}
