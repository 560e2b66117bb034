import type { Launcher, ReopenablePipes, SourceReport } from '@concord/engine';
import type { Project } from '../project/project.js';
import type { FolderSettings } from '../project/settings.js';
import type { Root } from './roots.js';

/** What all tool runs of a project share. */
export interface RunContext {
  readonly project: Project;
  readonly settings: FolderSettings;
  /** A private folder of this process, for the files of calls. */
  readonly folder: string;
  readonly pipes: ReopenablePipes | undefined;
  /** Starts executables for a process that serves many calls. */
  readonly launcher?: Launcher;
  /** The environment of every tool, before what a single call adds. */
  readonly environment: Readonly<Record<string, string>>;
  /** Secrets that the operator passes to tools; they are masked in results. */
  readonly secrets: readonly string[];
  /** The roots of calls whose client has not named any. */
  readonly roots: readonly Root[];
  /** Reports to whoever runs the server. */
  readonly report: (report: SourceReport) => void;
}
