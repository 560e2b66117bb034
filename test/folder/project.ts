import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

export type Files = Readonly<Record<string, string | object>>;

/** A new folder with these files; a name that ends in `!` is made executable, an object is written as JSON. Removed after the tests. */
export function folderOf(files: Files): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'concord-folder-')));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  put(root, files);
  return root;
}

/** A new project: a folder with the marker, and these files. */
export function projectOf(files: Files): string {
  return folderOf({ 'server.d/server.meta.json': { name: 'test' }, ...files });
}

/** Writes files below a folder, in the same notation. */
export function put(root: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name.replace(/!$/, ''));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    chmodSync(path, name.endsWith('!') ? 0o755 : 0o644);
  }
}

/** The files of a shell tool in a folder of its own. */
export function shellTool(name: string, script: string, meta: object = {}): Files {
  return {
    [`tools/${name}/tool.sh!`]: `#!/bin/sh\n${script}\n`,
    [`tools/${name}/tool.meta.json`]: { description: name, ...meta },
  };
}
