import type { JsonObject, Outcome } from '@concord/contract';
import type { Call } from '@concord/engine';
import type { RunContext } from '../call/run-context.js';
import type { ToolItem } from '../project/items.js';
import { runExecutable } from './executable/executable.js';
import { ModulePool } from './module/module-pool.js';
import { runModule } from './module/run-module.js';
import { endedOrStuck } from './module/stuck-threads.js';
import { runWarm } from './warm/run-warm.js';
import { WarmPool } from './warm/warm-pool.js';

/** Runs a tool for one call. */
export type Runner = (item: ToolItem, args: JsonObject, call: Call) => Promise<Outcome>;

/** Runs every tool of a project, each in its own way, and holds the threads and processes that outlive a call. */
export class Runners {
  readonly #context: RunContext;
  readonly #modules = new Map<string, ModulePool>();
  readonly #programs = new Map<string, WarmPool>();

  constructor(context: RunContext) {
    this.#context = context;
  }

  readonly run: Runner = (item, args, call) => {
    if (item.runtime === 'module') {
      const pool = poolFor(this.#modules, item, () => new ModulePool(item, this.#context));
      return runModule(item, args, call, this.#context, pool);
    }
    if (item.mode === 'persistent') {
      const pool = poolFor(this.#programs, item, () => new WarmPool(item, this.#context));
      return runWarm(item, args, call, this.#context, pool);
    }
    return runExecutable(item, args, call, this.#context);
  };

  /** Makes new calls start from the files as they are now; running calls finish. */
  renew(): void {
    for (const pool of this.#modules.values()) pool.renew();
    for (const pool of this.#programs.values()) pool.renew();
  }

  async close(): Promise<void> {
    const threads = Promise.all([...this.#modules.values()].map(pool => pool.close()));
    const programs = Promise.all([...this.#programs.values()].map(pool => pool.close()));
    await Promise.all([endedOrStuck(threads), programs]);
  }
}

function poolFor<Pool>(pools: Map<string, Pool>, { file, instances = 0 }: ToolItem, make: () => Pool): Pool {
  const key = `${instances} ${file}`;
  const known = pools.get(key);
  if (known) return known;
  const made = make();
  pools.set(key, made);
  return made;
}
