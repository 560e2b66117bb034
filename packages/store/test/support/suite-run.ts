import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Compiles a program of this folder, with the store, to one file that any Node can run. */
export function compileProgram(name: string, folder: string): string {
  const outfile = join(folder, `${name}.mjs`);
  // What finds files from a module finds them from its place in the package.
  const place = pathToFileURL(join(here, '../../src/sql/module.js')).href;
  buildSync({
    entryPoints: [join(here, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    external: ['pg-native', 'node-sqlite3-wasm'],
    define: { 'import.meta.url': JSON.stringify(place) },
    banner: {
      js: `import{createRequire as makeRequire}from'node:module';const require=makeRequire(${JSON.stringify(place)});`,
    },
    tsconfigRaw: '{}',
  });
  return outfile;
}

export interface SuiteOrder {
  readonly address: string;
  readonly library?: 'node' | 'wasm';
  readonly processes: number;
  /** The Node to run; by default the one that runs the tests. */
  readonly node?: string;
}

type Answer = { readonly returned: unknown } | { readonly failed: string };

interface Runner {
  readonly child: ChildProcess;
  readonly lines: Interface;
}

/** Processes that run cases of the suite together. */
export class SuiteRun {
  readonly #runners: readonly Runner[];

  private constructor(runners: readonly Runner[]) {
    this.#runners = runners;
  }

  /** Starts so many processes; resolves when each has opened the store. */
  static async start(program: string, { node = process.execPath, processes, ...order }: SuiteOrder): Promise<SuiteRun> {
    const runners = Array.from({ length: processes }, (_, index) => {
      const argument = JSON.stringify({ ...order, processes, index });
      const child = spawn(node, [program, argument], { stdio: ['pipe', 'pipe', 'inherit'] });
      return { child, lines: createInterface({ input: child.stdout! }) };
    });
    const run = new SuiteRun(runners);
    await run.#next();
    return run;
  }

  /** Has all processes run a case at once, and gives what each came to. */
  async run(promise: string): Promise<Answer[]> {
    const answers = this.#next();
    for (const { child } of this.#runners) child.stdin!.write(`${JSON.stringify(promise)}\n`);
    return (await answers) as Answer[];
  }

  /** Ends the processes; rejects when one of them does not end well. */
  async end(): Promise<void> {
    const ends = this.#runners.map(async ({ child }) => {
      child.stdin!.end();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      if (child.exitCode !== 0)
        throw new Error(`a process of the suite ended with ${child.exitCode ?? child.signalCode}`);
    });
    await Promise.all(ends);
  }

  #next(): Promise<unknown[]> {
    return Promise.all(
      this.#runners.map(async ({ child, lines }) => JSON.parse(await lineOf(child, lines)) as unknown),
    );
  }
}

/** The next line a process writes; rejects when it ends before. */
function lineOf(child: ChildProcess, lines: Interface): Promise<string> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a process of the suite ended too early, with ${code}`));
    child.once('exit', ended);
    lines.once('line', line => {
      child.off('exit', ended);
      resolve(line);
    });
  });
}
