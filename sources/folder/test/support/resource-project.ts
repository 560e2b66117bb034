import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Contents, PromptItem, ResourceItem, TemplateItem } from '../../src/project/items.js';
import type { Project } from '../../src/project/project.js';
import { type FolderSettings, folderSettings } from '../../src/project/settings.js';
import type { ReadCall } from '../../src/read/request.js';

/** A project in a temporary folder, for tests. */
export interface TestProject {
  readonly project: Project;
  /** Writes a file below the root and gives its path. */
  write(path: string, content: string | Buffer, mode?: number): string;
  /** Writes a shell script that can be executed. */
  script(path: string, lines: string): string;
  remove(): void;
}

export function makeProject(): TestProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'concord-resources-')));
  const parts = ['tools', 'resources', 'prompts', 'completions', 'server', 'providers', 'registry'] as const;
  for (const part of ['resources', 'prompts', 'providers']) mkdirSync(join(root, part));
  const write = (path: string, content: string | Buffer, mode = 0o644): string => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, mode);
    return file;
  };
  return {
    project: { root, isBare: false, ...(Object.fromEntries(parts.map(part => [part, join(root, part)])) as Paths) },
    write,
    script: (path, lines) => write(path, `#!/bin/sh\n${lines}\n`, 0o755),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

type Paths = Omit<Project, 'root' | 'isBare'>;

/** Settings of an environment that has nothing but a PATH and what is given. */
export function settingsOf(env: Readonly<Record<string, string>> = {}): FolderSettings {
  return folderSettings({ PATH: process.env.PATH, ...env }, () => {});
}

/** A call that nobody withdraws unless a signal is given. */
export function callOf(signal: AbortSignal = new AbortController().signal): ReadCall {
  return { signal, log: () => {}, secret: () => {} };
}

/** What a project holds, all of it empty but what is given. */
export function contentsWith(given: Partial<Contents> = {}): Contents {
  const none = { tools: [], resources: [], templates: [], prompts: [], completions: [], diagnostics: [] };
  return { identity: { name: 'test', version: '0' }, ...none, ...given };
}

export function resource(name: string, uri: string, more: Partial<ResourceItem> = {}): ResourceItem {
  return { name, uri, entry: { name, uri }, ...more };
}

export function template(name: string, uriTemplate: string, more: Partial<TemplateItem> = {}): TemplateItem {
  return { name, uriTemplate, entry: { name, uriTemplate }, ...more };
}

/** A prompt in a file of the prompts folder, with arguments by name; one that ends in `!` is required. */
export function prompt(
  name: string,
  file: string,
  names: readonly string[],
  more: Partial<PromptItem> = {},
): PromptItem {
  const required = (each: string): boolean => each.endsWith('!');
  return {
    name,
    arguments: names.map(each => ({ name: each.replace('!', ''), required: required(each) })),
    schemas: {},
    role: 'user',
    file,
    within: dirname(file),
    entry: { name },
    ...more,
  };
}
