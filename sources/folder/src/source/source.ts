import { basename } from 'node:path';
import { ProblemError, problem } from '@concord/contract';
import {
  type Call,
  Launcher,
  openMemoryFolder,
  openPrivateFolder,
  type Prompt,
  ReopenablePipes,
  type Resource,
  type ResourceTemplate,
  removePrivateFolder,
  type Snapshot,
  type Source,
  type SourceKind,
  type SourceReport,
} from '@concord/engine';
import { fallbackRoots } from '../call/roots.js';
import type { RunContext } from '../call/run-context.js';
import { serverVariables } from '../call/server-variables.js';
import { allowedSecrets, toolEnvironment } from '../call/tool-environment.js';
import { completeArgument } from '../completions/complete.js';
import { locateProject } from '../locate/locate.js';
import { allowList, type Exposure } from '../policy/allow-list.js';
import { Policy } from '../policy/policy.js';
import { ProjectRule } from '../policy/project-rule.js';
import { checkProviderMode, providerEnvironment, providerMode } from '../programs/provider-environment.js';
import type { Contents } from '../project/items.js';
import type { Project } from '../project/project.js';
import { BadFolderSetting, folderSettings } from '../project/settings.js';
import { fillPrompt } from '../prompts/prompt.js';
import { schemeOf } from '../resources/provider-names.js';
import { canRead, readResource } from '../resources/read-resource.js';
import { WatchedResources } from '../resources/watch/watched-resources.js';
import { moduleMeta } from '../run/module/module-meta.js';
import { Runners } from '../run/runners.js';
import { readIdentity } from '../scan/identity.js';
import { noExecuteBit } from '../scan/tools.js';
import { Scanning } from '../scan/walk/scanning.js';
import { SourceState } from '../snapshot/source-state.js';
import { toTool } from './tool.js';

/** What a project is opened with. */
export interface FolderOptions extends Exposure {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The version of the server. */
  readonly version: string;
  /** Path of the `mcp` command, for what shell tools cannot do themselves. */
  readonly command?: string | undefined;
  /** The roots of calls whose client names none, before those of the environment and the project. */
  readonly roots?: readonly string[];
  /** How a denied tool can be allowed; the variable that decides unless given. */
  readonly allowHint?: string;
}

/** Opens a folder as a Source. Rejects with NoProject when there is nothing to serve, and with BadFolderSetting for unusable settings. */
export async function openFolder(path: string, options: FolderOptions): Promise<FolderSource> {
  const project = locateProject(path, options.env);
  return new FolderSource(project, await identityOf(project), options);
}

/** The identity of a project; a default one when the folder cannot be read now, because it may be readable later. */
async function identityOf(project: Project): Promise<Source['identity']> {
  try {
    return await readIdentity(await Scanning.begin(project, {}));
  } catch {
    return { name: basename(project.root), version: '0.0.0' };
  }
}

/** One launcher for all projects that this process serves. */
const launcher = new Launcher();

const listable: readonly SourceKind[] = ['tools', 'resources', 'prompts', 'completions'];

/** A folder of executables, modules, files and prompts. */
export class FolderSource implements Source {
  readonly identity: Source['identity'];
  readonly kinds: readonly SourceKind[];
  readonly project: Project;
  readonly #context: { -readonly [Member in keyof RunContext]: RunContext[Member] };
  readonly #folders: readonly string[];
  readonly #state: SourceState;
  readonly #policy: Policy;
  readonly #rule: ProjectRule;
  readonly #runners: Runners;
  readonly #watched: WatchedResources;
  readonly #changes = new Set<(kinds: readonly SourceKind[]) => void>();
  readonly #problems = new Set<(reason: string) => void>();
  readonly #reports = new Set<(report: SourceReport) => void>();
  /** Reports from before the first listener. */
  readonly #unreported: SourceReport[] = [];
  #published: { readonly contents: Contents; readonly snapshot: Snapshot } | undefined;

  constructor(project: Project, identity: Source['identity'], options: FolderOptions) {
    const { env } = options;
    const report = (given: SourceReport) => this.#report(given);
    const warn = (message: string) => report({ level: 'warning', logger: 'core', message });
    checkProviderMode(env);
    const settings = folderSettings(env, warn);
    const environment = {
      ...toolEnvironment(settings.env, project.root),
      ...serverVariables(project, identity, settings, options),
    };
    const roots = fallbackRoots(project, env, options.roots, warn);
    const list = allowList(env, options, warn);
    const folder = privateFolder(settings.temporaryRoot);
    const memory = settings.temporaryRoot === undefined ? openMemoryFolder() : undefined;
    const pipes = process.platform === 'win32' ? undefined : new ReopenablePipes(folder, memory);
    this.#folders = memory === undefined ? [folder] : [folder, memory];
    this.project = project;
    this.identity = identity;
    this.kinds = project.isBare ? ['tools'] : listable;
    this.#context = {
      project,
      settings,
      folder,
      pipes,
      launcher,
      environment,
      secrets: allowedSecrets(env),
      roots,
      report,
    };
    this.#rule = new ProjectRule(this.#context);
    this.#policy = new Policy(list, this.#rule, report, options.allowHint);
    this.#runners = new Runners(this.#context);
    this.#watched = new WatchedResources(() => this.#contents(), project, settings);
    this.#state = new SourceState(
      project,
      settings,
      {
        onChange: kinds => this.#changed(kinds),
        onProblem: reason => notifyAll(this.#problems, reason),
        onReport: given =>
          report({ ...given, level: given.level as SourceReport['level'], logger: given.logger.replace(/^mcp\./, '') }),
      },
      {
        moduleMeta: file => moduleMeta(file, this.#context),
        hookEnvironment: () => providerEnvironment(settings.env, providerMode(settings.env)),
      },
    );
  }

  async open(): Promise<void> {
    await Promise.all([this.#state.open(), this.#preparePipes()]);
    if (!this.#state.contents) throw new Error(this.#state.problem ?? 'The project could not be read');
  }

  refresh(): Promise<void> {
    return this.#state.refresh();
  }

  snapshot(): Snapshot {
    const contents = this.#contents();
    if (this.#published?.contents !== contents) this.#published = { contents, snapshot: this.#publish(contents) };
    return this.#published!.snapshot;
  }

  onChange(listener: (kinds: readonly SourceKind[]) => void): () => void {
    return listen(this.#changes, listener);
  }

  onProblem(listener: (reason: string) => void): () => void {
    return listen(this.#problems, listener);
  }

  onReport(listener: (report: SourceReport) => void): () => void {
    for (const report of this.#unreported.splice(0)) listener(report);
    return listen(this.#reports, listener);
  }

  onUpdated(listener: (uri: string) => void): () => void {
    return this.#watched.onUpdated(listener);
  }

  watch(uri: string): void {
    this.#watched.watch(uri);
  }

  unwatch(uri: string): void {
    this.#watched.unwatch(uri);
  }

  reads(uri: string): boolean {
    return schemeOf(uri) !== undefined || canRead(uri, this.#contents(), this.project);
  }

  read(uri: string, call: Call) {
    return readResource(uri, this.#contents(), this.project, this.#context.settings, call);
  }

  async prompt(name: string, args: Readonly<Record<string, string>>) {
    const item = this.#contents().prompts.find(each => each.name === name);
    if (!item) throw new ProblemError(problem('not_found', `There is no prompt '${name}'`));
    return fillPrompt(item, args, this.project);
  }

  complete: NonNullable<Source['complete']> = (request, call) =>
    completeArgument(request, this.#contents(), this.project, this.#context.settings, call);

  async close(): Promise<void> {
    await Promise.all([this.#state.close(), this.#runners.close(), this.#rule.close(), this.#watched.close()]);
    this.#context.pipes?.close();
    for (const folder of this.#folders) removePrivateFolder(folder);
  }

  /** Without reopenable pipes tools run too, but cannot open paths such as `/dev/stdout`. */
  async #preparePipes(): Promise<void> {
    try {
      await this.#context.pipes?.prepare();
    } catch (error) {
      this.#context.pipes = undefined;
      const message = `Tools cannot open /dev/stdout and the like: ${error instanceof Error ? error.message : 'no named pipes'}`;
      this.#report({ level: 'warning', logger: 'tools', message });
    }
  }

  #contents(): Contents {
    const { contents } = this.#state;
    if (!contents) throw new Error('The project has not been read yet');
    return contents;
  }

  #publish(contents: Contents): Snapshot {
    const leftOut = contents.diagnostics
      .filter(({ message }) => message === noExecuteBit)
      .map(({ file, message }) => `${file} ${message}`);
    return {
      tools: contents.tools.map(item => toTool(item, this.#context, this.#policy, this.#runners.run)),
      resources: contents.resources.map(({ entry, file, provider, ...shown }): Resource => shown),
      resourceTemplates: contents.templates.map(({ entry, file, provider, ...shown }): ResourceTemplate => shown),
      prompts: contents.prompts.map(({ entry, file, within, schemas, role, ...shown }): Prompt => shown),
      builtAt: this.#state.built!.builtAt,
      ...(leftOut.length > 0 && { leftOut }),
    };
  }

  #changed(kinds: readonly SourceKind[]): void {
    if (kinds.includes('tools')) this.#runners.renew();
    notifyAll(this.#changes, kinds);
  }

  #report(report: SourceReport): void {
    if (this.#reports.size === 0) this.#unreported.push(report);
    else notifyAll(this.#reports, report);
  }
}

/** The private folder for the files of calls. Throws BadFolderSetting when it cannot be made. */
function privateFolder(root: string | undefined): string {
  try {
    return openPrivateFolder(root);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown reason';
    throw new BadFolderSetting(`There is no place for temporary files (MCPBASH_TMP_ROOT, TMPDIR): ${why}`);
  }
}

function listen<Event>(listeners: Set<(event: Event) => void>, listener: (event: Event) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyAll<Event>(listeners: ReadonlySet<(event: Event) => void>, event: Event): void {
  for (const listener of listeners) listener(event);
}
