import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Project } from '../../src/project/project.js';

/** Files by path; a path that ends in `!` is made executable. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A folder of its own with these files, by its canonical path; who makes it removes it. */
export function makeFolder(files: Files): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'concord-folder-')));
  putFiles(root, files);
  return root;
}

/** Writes files below a folder. */
export function putFiles(root: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name.replace(/!$/, ''));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    chmodSync(path, name.endsWith('!') ? 0o755 : 0o644);
  }
}

/** Where the parts of a project are that moved none of them. */
export function projectAt(root: string): Project {
  const folders = {
    tools: 'tools',
    resources: 'resources',
    prompts: 'prompts',
    completions: 'completions',
    server: 'server.d',
    providers: 'providers',
    registry: '.registry',
  };
  const paths = Object.entries(folders).map(([part, folder]) => [part, join(root, folder)]);
  return { root, isBare: false, ...(Object.fromEntries(paths) as Record<keyof typeof folders, string>) };
}

/** Makes folders for tests, and removes them all. */
export class TestFolders {
  readonly #made: string[] = [];

  make(files: Files): string {
    const root = makeFolder(files);
    this.#made.push(root);
    return root;
  }

  removeAll(): void {
    for (const root of this.#made.splice(0)) rmSync(root, { recursive: true, force: true });
  }
}
