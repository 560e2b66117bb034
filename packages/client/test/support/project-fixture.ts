import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Place } from '../../src/config/entry/caller.js';
import type { EntrySource, ServerEntry } from '../../src/config/entry/definition.js';

/** Sources an entry can use: one that needs nothing, and one that runs programs of the project. */
const sources: readonly EntrySource[] = [
  { name: 'context' },
  { name: 'folder', needs: ['path'], runsProjectPrograms: true },
];

/** A home and a project of their own, under the system's temporary folder. */
export interface Fixture {
  readonly home: string;
  readonly project: string;
  readonly state: string;
  /** A place in the project, with nothing in the environment but what is given. */
  readonly place: (more?: Partial<Place>) => Place;
  /** Writes a file, as JSON unless it is text; returns its path. */
  readonly write: (path: string, content: unknown) => string;
  readonly remove: () => void;
}

export function makeFixture(): Fixture {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'concord-config-')));
  const home = join(root, 'home');
  const project = join(home, 'code', 'project');
  mkdirSync(join(project, '.git'), { recursive: true });
  return {
    home,
    project,
    state: join(root, 'state'),
    place: more => ({ cwd: project, home, env: {}, platform: 'linux', sources, ...more }),
    write: (path, content) => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A server of a project file, for what needs no file to be read. */
export function serverEntry(entry: ServerEntry['entry'], more: Partial<ServerEntry> = {}): ServerEntry {
  const transport = entry.use !== undefined ? 'built-in' : entry.url !== undefined ? 'http' : 'stdio';
  const source = sources.find(({ name }) => name === entry.use);
  return {
    name: 'one',
    client: 'own',
    scope: 'project',
    file: '/project/mcp.json',
    transport,
    ...(source && { source }),
    entry,
    enabled: true,
    shadows: [],
    ...more,
  };
}
