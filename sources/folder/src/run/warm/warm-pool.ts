import type { Stats } from 'node:fs';
import type { Outcome } from '@concord/contract';
import type { RunContext } from '../../call/run-context.js';
import type { ToolItem } from '../../project/items.js';
import { unusableFile } from '../../result/failures.js';
import { Pool } from '../pool/pool.js';
import { CannotRun, commandOf } from '../pool/tool-command.js';
import { WarmProcess } from './warm-process.js';

const IDLE_MS = 300_000;
const EARLY_MS = 10_000;
const MOST_EARLY_DEATHS = 3;
const REFUSED_MS = 30_000;

/** The processes of one warm program. After three deaths right after the start it is not started for 30 s. */
export class WarmPool extends Pool<WarmProcess> {
  #deaths: number[] = [];
  #refusedUntil = 0;
  #lastReason = '';

  constructor(item: ToolItem, context: RunContext) {
    super(item, context, { most: item.instances ?? 1, idleMs: IDLE_MS });
  }

  /** The outcome of calls while the program is not started; undefined when it may be. */
  get refusal(): Outcome | undefined {
    if (performance.now() >= this.#refusedUntil) return undefined;
    return unusableFile('io', this.item.name, `it died three times right after its start: ${this.#lastReason}`);
  }

  protected start(file: Stats): WarmProcess {
    // The last of the three deaths may have come while a call waited for its turn.
    const { refusal } = this;
    if (refusal) throw new CannotRun(refusal);
    const { project, environment, settings, report } = this.context;
    const started = new WarmProcess(commandOf(this.item, file), {
      cwd: project.root,
      env: environment,
      longestLine: settings.maxOutputBytes + 65_536,
      idleStderr: text => report({ level: 'info', logger: 'tools', message: `${this.item.name}: ${text.trimEnd()}` }),
    });
    void started.ended.then(({ reason }) => this.#gone(started, reason));
    return started;
  }

  protected dismiss(process: WarmProcess): void {
    process.end();
  }

  protected discard(process: WarmProcess): void {
    process.kill();
  }

  #gone(process: WarmProcess, reason: string): void {
    const now = performance.now();
    if (process.isDismissed || now - process.startedAt > EARLY_MS) return;
    this.#deaths = [...this.#deaths, now].slice(-MOST_EARLY_DEATHS);
    if (this.#deaths.length < MOST_EARLY_DEATHS || now - this.#deaths[0]! > EARLY_MS * MOST_EARLY_DEATHS) return;
    this.#deaths = [];
    this.#refusedUntil = now + REFUSED_MS;
    this.#lastReason = reason;
  }
}
