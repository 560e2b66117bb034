import type { Stats } from 'node:fs';
import { resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '@concord/contract';
import { codeOf, FileSystem } from '../../files/file-system.js';
import { isInside, type Owners, ownersOf } from '../../files/safety.js';
import { Findings } from '../../project/findings.js';
import type { Diagnostic } from '../../project/items.js';
import type { Project } from '../../project/project.js';

/** A whole build failed: nothing of it may be used. The message says why. */
export class BuildFailed extends Error {}

/** The `meta` that a module exports, or why it could not be read. */
export type ModuleMeta = JsonObject | ModuleFault;

interface ModuleFault {
  readonly diagnostic: Pick<Diagnostic, 'message' | 'line' | 'hint'>;
}

/** Whether the `meta` of a module could not be read. */
export function isDiagnosed(meta: ModuleMeta): meta is ModuleFault {
  return isJsonObject(meta.diagnostic) && typeof meta.diagnostic.message === 'string';
}

/** What discovery looks for. */
export type Discovered = 'tools' | 'resources' | 'templates' | 'prompts';

export interface ScanOptions {
  /** Reads `meta` of a module that has neither metadata file nor header. Without it such a module has defaults. */
  readonly moduleMeta?: ((file: string) => Promise<ModuleMeta>) | undefined;
  /** Also checks what matters to authors only. */
  readonly thorough?: boolean | undefined;
  /** A path below the root, taken literally: what is neither this nor inside is left out. */
  readonly filter?: string | undefined;
  /** Files a project may have. */
  readonly maxFiles?: number | undefined;
}

const MOST_FILES = 100_000;

/** One scan of a project: its options, and the diagnostics so far. */
export class Scanning {
  readonly project: Project;
  readonly options: ScanOptions;
  readonly files = new FileSystem();
  readonly findings: Findings;
  readonly owners: Owners | undefined;
  readonly rootStats: Stats;
  #seen = 0;

  private constructor(project: Project, options: ScanOptions, rootStats: Stats) {
    this.project = project;
    this.options = options;
    this.findings = new Findings(project.root);
    this.rootStats = rootStats;
    this.owners = ownersOf(rootStats);
  }

  /** Begins a scan. Throws BuildFailed when the root of the project cannot be read. */
  static async begin(project: Project, options: ScanOptions): Promise<Scanning> {
    const files = new FileSystem();
    try {
      const stats = await files.lstat(project.root);
      await files.readdir(project.root);
      return new Scanning(project, options, stats);
    } catch (error) {
      throw new BuildFailed(`the project folder cannot be read (${codeOf(error)})`);
    }
  }

  /** Whether a path passes the filter of the scan. */
  includes(path: string): boolean {
    if (this.options.filter === undefined) return true;
    const wanted = resolve(this.project.root, this.options.filter);
    return path === wanted || isInside(path, wanted);
  }

  /** Counts files. Throws BuildFailed when there are too many. */
  count(files: number): void {
    const most = this.options.maxFiles ?? MOST_FILES;
    this.#seen += files;
    if (this.#seen > most) throw new BuildFailed(`the project has more than ${most} files`);
  }
}
