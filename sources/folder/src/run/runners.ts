import type { JsonObject, Outcome } from '@concord/contract';
import type { Call } from '@concord/engine';
import type { World } from '../call/run-context.js';
import type { ToolItem } from '../project/items.js';
import { runExecutable } from './executable/executable.js';
import { ModulePool } from './module/module-pool.js';
import { runModule } from './module/run-module.js';
import { aMomentFor } from './module/stuck-threads.js';
import { runWarm } from './warm/run-warm.js';
import { WarmPool } from './warm/warm-pool.js';

/** Runs a tool for one call. */
export type Runner = (item: ToolItem, args: JsonObject, call: Call) => Promise<Outcome>;

/** Runs every tool of a project in the way it is made for, and keeps what outlives a call. */
export class Runners {
  readonly #world: World;
  readonly #modules = new Map<string, ModulePool>();
  readonly #programs = new Map<string, WarmPool>();

  constructor(world: World) {
    this.#world = world;
  }

  readonly run: Runner = (item, args, call) => {
    if (item.runtime === 'module') {
      const pool = kept(this.#modules, item, () => new ModulePool(item, this.#world));
      return runModule(item, args, call, this.#world, pool);
    }
    if (item.mode === 'persistent') {
      const pool = kept(this.#programs, item, () => new WarmPool(item, this.#world));
      return runWarm(item, args, call, this.#world, pool);
    }
    return runExecutable(item, args, call, this.#world);
  };

  /** Something in the project changed: new calls start from what is there now, and running ones finish. */
  renew(): void {
    for (const pool of this.#modules.values()) pool.renew();
    for (const pool of this.#programs.values()) pool.renew();
  }

  async close(): Promise<void> {
    const threads = Promise.all([...this.#modules.values()].map(pool => pool.close()));
    const programs = Promise.all([...this.#programs.values()].map(pool => pool.close()));
    await Promise.all([aMomentFor(threads), programs]);
  }
}

function kept<Pool>(pools: Map<string, Pool>, { file, instances = 0 }: ToolItem, make: () => Pool): Pool {
  const key = `${instances} ${file}`;
  const known = pools.get(key);
  if (known) return known;
  const made = make();
  pools.set(key, made);
  return made;
}
