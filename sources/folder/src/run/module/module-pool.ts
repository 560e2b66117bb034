import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import type { RunContext } from '../../call/run-context.js';
import type { ToolItem } from '../../project/items.js';
import { Pool } from '../pool/pool.js';
import { ModuleThread } from './module-thread.js';

const DEFAULT_THREADS = 4;
const IDLE_MS = 60_000;

/** The threads of one module. */
export class ModulePool extends Pool<ModuleThread> {
  constructor(item: ToolItem, context: RunContext) {
    const most = Math.min(item.instances ?? DEFAULT_THREADS, availableParallelism());
    super(item, context, { most, idleMs: IDLE_MS });
  }

  protected start(): ModuleThread {
    return new ModuleThread(pathToFileURL(this.item.file).href, this.context);
  }

  protected dismiss(thread: ModuleThread): void {
    thread.end();
  }

  protected discard(thread: ModuleThread): void {
    thread.end();
  }
}
