import type { SourceKind, SourceReport } from '@concord/engine';
import { fileStamp } from '../files/file-stamp.js';
import { shown } from '../project/findings.js';
import type { Contents } from '../project/items.js';
import type { Project } from '../project/project.js';
import type { FolderSettings } from '../project/settings.js';
import { Register } from '../register/register.js';
import { BuildFailed, type ModuleMeta, type ScanOptions } from '../scan/walk/scanning.js';
import { type BuildOptions, type Built, buildContents } from './build.js';
import { faultsOf } from './faults.js';
import { type ListKind, listKinds } from './project-items.js';
import { type WatchSettings, watchProject } from './watch/watch.js';

/** Gets the changes, failures and reports of a project. */
export interface StateEvents {
  /** The kinds whose lists differ from before. */
  onChange(kinds: readonly SourceKind[]): void;
  /** A build failed, and the last good one stays in use. Called once for each reason. */
  onProblem(reason: string): void;
  onReport(report: SourceReport): void;
}

/** The number of items of a kind above which a warning is reported. */
const MANY = 500;

const kindOf: Readonly<Record<ListKind, SourceKind>> = {
  tools: 'tools',
  resources: 'resources',
  templates: 'resources',
  prompts: 'prompts',
};

const announced: readonly SourceKind[] = ['tools', 'resources', 'prompts'];

/** Holds the last good build of a project, and replaces it by a new one when files change. */
export class SourceState {
  readonly #project: Project;
  readonly #settings: FolderSettings;
  readonly #options: BuildOptions;
  readonly #watching: WatchSettings;
  readonly #events: StateEvents;
  readonly #reported = new Set<string>();
  #built: Built | undefined;
  #problem: string | undefined;
  #badRegistration: string | undefined;
  #faults: string | undefined;
  #building: Promise<void> | undefined;
  #hasFailed = false;
  #isStale = false;
  #isClosed = false;
  #watch: { close(): void } | undefined;

  constructor(
    project: Project,
    settings: FolderSettings,
    events: StateEvents,
    options: BuildOptions & WatchSettings = {},
  ) {
    this.#project = project;
    this.#settings = settings;
    this.#events = events;
    const { moduleMeta } = options;
    this.#options = {
      ...options,
      register: options.register ?? new Register(project, settings, options),
      moduleMeta: moduleMeta && rememberingModules(moduleMeta),
    };
    this.#watching = { pollSecs: settings.pollSecs, ...options };
  }

  /** The current contents: the same object until something changes; undefined until the first build has succeeded. */
  get contents(): Contents | undefined {
    return this.#built?.contents;
  }

  get built(): Built | undefined {
    return this.#built;
  }

  /** Why the last build failed; undefined when it did not. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Starts watching and builds for the first time. A failed build sets `problem` and does not reject. */
  async open(): Promise<void> {
    if (!this.#settings.staticRegistry) {
      this.#watch = watchProject(
        this.#project,
        () => void this.refresh(),
        reason => this.#report('warning', `${reason}; changes are looked for every ${this.#settings.pollSecs} s`),
        this.#watching,
      );
    }
    await this.refresh();
  }

  /** Builds again. Resolves when a build that began after this call has ended. */
  async refresh(): Promise<void> {
    if (this.#isClosed) return;
    this.#isStale = true;
    this.#building ??= this.#buildWhileStale();
    await this.#building;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch?.close();
    await this.#building;
  }

  async #buildWhileStale(): Promise<void> {
    try {
      while (this.#isStale && !this.#isClosed) {
        this.#isStale = false;
        const built = await buildContents(this.#project, this.#settings, this.#options).catch(failureOf);
        if (this.#isClosed) return;
        if (typeof built === 'string') this.#fail(built);
        else this.#take(built);
      }
    } finally {
      // Cleared synchronously with the end of the loop: a change in between would be lost.
      this.#building = undefined;
    }
  }

  #take(built: Built): void {
    const before = this.#built;
    this.#problem = undefined;
    if (built.fingerprint !== before?.fingerprint) this.#built = built;
    for (const kind of listKinds) {
      if (built.lists[kind].count > MANY) this.#reportOnce('warning', `there are more than ${MANY} ${kind}`);
    }
    this.#reportFaults(built);
    const { registration } = built;
    if (registration.kind === 'none' && registration.note !== undefined) this.#reportOnce('debug', registration.note);
    const isNews = registration.kind === 'bad' && registration.fingerprint !== this.#badRegistration;
    this.#badRegistration = registration.kind === 'bad' ? registration.fingerprint : undefined;
    // Before the first build nobody has seen a list, unless that build failed.
    const isSeen = before !== undefined || this.#hasFailed;
    const differing = listKinds.filter(kind => before?.lists[kind].hash !== built.lists[kind].hash);
    const changed = isSeen ? [...new Set(differing.map(list => kindOf[list]))] : [];
    if (changed.length > 0) this.#events.onChange(changed);
    if (!isNews) return;
    // A bad registration announces every kind once; the changed kinds were announced above.
    const announce = announced.filter(kind => !changed.includes(kind));
    this.#report('error', `${registration.reason}; what is found in the folders is served instead`, { announce });
  }

  #fail(reason: string): void {
    this.#hasFailed = true;
    if (reason === this.#problem) return;
    this.#problem = reason;
    this.#events.onProblem(reason);
  }

  /** Reports the faults of a build, once for each set of faults. */
  #reportFaults(built: Built): void {
    const faults = faultsOf(built, this.#project);
    // The detail names only the first faults; the message counts all of them.
    const text = faults && `${faults.message}\n${faults.detail}`;
    const isNews = text !== this.#faults;
    this.#faults = text;
    if (faults && isNews) this.#report('warning', faults.message, { detail: faults.detail });
  }

  #reportOnce(level: SourceReport['level'], message: string): void {
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    this.#report(level, message);
  }

  #report(level: SourceReport['level'], message: string, more: Pick<SourceReport, 'announce' | 'detail'> = {}): void {
    this.#events.onReport({ level, logger: 'mcp.registry', message, ...more });
  }
}

function failureOf(error: unknown): string {
  return error instanceof BuildFailed ? error.message : `the project cannot be read: ${shown(String(error))}`;
}

/** The same function, which asks a module about itself again only when its file has changed. */
function rememberingModules(ask: NonNullable<ScanOptions['moduleMeta']>): NonNullable<ScanOptions['moduleMeta']> {
  const known = new Map<string, { readonly stamp: string; readonly meta: ModuleMeta }>();
  return async file => {
    const stamp = fileStamp(file);
    const last = known.get(file);
    if (last?.stamp === stamp) return last.meta;
    const meta = await ask(file);
    known.set(file, { stamp, meta });
    return meta;
  };
}
