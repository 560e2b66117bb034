import { ProblemError } from '@concord/contract';
import { commandLine } from '../argv/command-line.js';
import { missingCli } from '../outcome/ends.js';
import { type CliRun, outcomeOf } from '../outcome/from-run.js';
import { readRuntimes, readSdks, readTemplates } from '../read/tables.js';
import type { Cli } from '../run/cli.js';
import { Cached } from './cached.js';
import { readWorkspace } from './workspace.js';

const TIMEOUT_MS = 60_000;
const INSTALLED_SECONDS = 300;
const WORKSPACE_SECONDS = 60;
const MOST_WORKSPACES = 32;

/** The command that lists templates. */
export const templatesArgv = 'new list --columns author --columns language --columns type --columns tags'.split(' ');

/** What a run printed, and the diagnostics in it. */
type Printed = Pick<CliRun, 'stdout' | 'stderr' | 'findings'>;

/** Masks the secrets in what a run printed. */
export type Mask = (printed: Printed) => Printed;

/** The stop signals of a run that belongs to no call. */
const noCall = { signal: new AbortController().signal, onStop: () => () => {} };

/** The installed SDKs, runtimes and templates, and the projects in folders. Cached for a while. */
export class MachineFacts {
  readonly sdks: Cached<ReturnType<typeof readSdks>>;
  readonly runtimes: Cached<ReturnType<typeof readRuntimes>>;
  readonly templates: Cached<ReturnType<typeof readTemplates>>;
  readonly #workspaces = new Map<string, Cached<ReturnType<typeof readWorkspace>>>();

  constructor(cli: Cli, directory: string, mask: Mask) {
    const ask = async (argv: readonly string[]) => printed(cli, argv, directory, mask);
    this.sdks = new Cached(INSTALLED_SECONDS, async () => readSdks(await ask(['--list-sdks'])));
    this.runtimes = new Cached(INSTALLED_SECONDS, async () => readRuntimes(await ask(['--list-runtimes'])));
    this.templates = new Cached(INSTALLED_SECONDS, async () => readTemplates(await ask(templatesArgv)));
  }

  /** The solution and projects in a folder. */
  workspace(directory: string): Cached<ReturnType<typeof readWorkspace>> {
    const known = this.#workspaces.get(directory);
    if (known) return known;
    if (this.#workspaces.size >= MOST_WORKSPACES) this.#workspaces.clear();
    const made = new Cached(WORKSPACE_SECONDS, async () => readWorkspace(directory));
    this.#workspaces.set(directory, made);
    return made;
  }

  /** Clears all caches. */
  clear(): void {
    for (const cached of [this.sdks, this.runtimes, this.templates, ...this.#workspaces.values()]) cached.clear();
  }

  clearWorkspaces(): void {
    for (const cached of this.#workspaces.values()) cached.clear();
  }

  get metrics() {
    const all = [...this.#workspaces.values()].map(each => each.metrics);
    const hits = all.reduce((sum, each) => sum + each.hits, 0);
    const misses = all.reduce((sum, each) => sum + each.misses, 0);
    const hitRatio = hits + misses === 0 ? 0 : Math.round((hits / (hits + misses)) * 1_000) / 1_000;
    return {
      templates: this.templates.metrics,
      sdks: this.sdks.metrics,
      runtimes: this.runtimes.metrics,
      workspace: { hits, misses, hitRatio },
    };
  }
}

/** The masked output of the CLI. Masked here, because no tool call does it. Fails with the problem of the run. */
async function printed(cli: Cli, argv: readonly string[], cwd: string, mask: Mask): Promise<string> {
  const command = commandLine(argv);
  const result = await cli.run({ argv, cwd, timeoutMs: TIMEOUT_MS }, noCall);
  if ('missing' in result) throw new ProblemError(missingCli(result.missing, command));
  const { exitCode } = result;
  const masked = mask(result);
  if (exitCode === 0) return masked.stdout;
  const outcome = outcomeOf(
    { ...masked, exitCode, tool: 'dotnet_sdk', action: 'List', command, network: false },
    { maxErrors: 1, maxOutputChars: 4_000 },
  );
  throw new ProblemError(outcome.ok ? missingCli(masked.stderr, command) : outcome.problems[0]);
}
