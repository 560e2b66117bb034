import type { Launcher, ReopenablePipes, SourceReport } from '@concord/engine';
import type { Project } from '../project/project.js';
import type { FolderSettings } from '../project/settings.js';
import type { Root } from './roots.js';

/** What all runs of a project share. */
export interface World {
  readonly project: Project;
  readonly settings: FolderSettings;
  /** A folder of this process alone, for the files of calls. */
  readonly folder: string;
  readonly pipes: ReopenablePipes | undefined;
  /** Starts executables for a process that serves many calls. */
  readonly launcher?: Launcher;
  /** The environment of every tool, before what a single call adds. */
  readonly environment: Readonly<Record<string, string>>;
  /** Values the operator let through that must not come out again. */
  readonly secrets: readonly string[];
  /** The roots of calls whose client has not named any. */
  readonly roots: readonly Root[];
  /** Tells whoever runs the server. */
  readonly report: (report: SourceReport) => void;
}
