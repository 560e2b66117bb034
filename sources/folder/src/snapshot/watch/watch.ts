import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describedBy, isIgnoredFile } from '../../files/file-names.js';
import type { Project } from '../../project/project.js';
import { FolderWatches, type Watch } from './folder-watches.js';
import { JoinedChanges } from './joined-changes.js';
import { Polling } from './polling.js';

export interface WatchSettings {
  /** How often to look where nothing can be watched. */
  readonly pollSecs?: number | undefined;
  /** For how long changes are joined into one. */
  readonly joinMs?: number | undefined;
  readonly watch?: Watch | undefined;
}

/** Files directly in the root that can change the identity of a project. */
const ofRoot: readonly string[] = ['VERSION', 'package.json'];

/**
 * Calls `onChange` when a file changed that may change the contents of a project; changes within 100 ms are joined. Where files
 * cannot be watched, calls `onUnwatchable` once with the reason and polls instead.
 */
export function watchProject(
  project: Project,
  onChange: () => void,
  onUnwatchable: (reason: string) => void,
  settings: WatchSettings = {},
): { close(): void } {
  const changes = new JoinedChanges(onChange, settings.joinMs ?? 100);
  const content = [project.resources, project.prompts, project.completions, project.server];
  const folders = project.isBare ? content : [project.tools, ...content];
  let polling: Polling | undefined;
  const watches = new FolderWatches(() => changes.add(), poll, settings.watch);
  let isClosed = false;

  function poll(reason: string): void {
    if (isClosed || polling !== undefined) return;
    const files = ofRoot.map(name => join(project.root, name));
    polling = new Polling(project.isBare ? [project.root] : folders, files, onChange, (settings.pollSecs ?? 5) * 1000);
    // Watches that cover only a part would miss changes in the rest.
    watches.close();
    onUnwatchable(reason);
  }

  const matters = (name: string): boolean =>
    project.isBare ? !isIgnoredFile(name) || describedBy(name) !== undefined : ofRoot.includes(name);
  watches.addNames(project.root, name => {
    if (!existsSync(project.root)) poll('the project folder has gone');
    else if (name === null || matters(name)) changes.add();
  });
  for (const folder of folders) if (polling === undefined) watches.add(folder);
  return {
    close() {
      isClosed = true;
      changes.close();
      watches.close();
      polling?.close();
    },
  };
}
