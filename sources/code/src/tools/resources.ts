import { unwatchFile, watchFile } from 'node:fs';
import type { Resource, ResourceTemplate } from '@concord/engine';
import type { QuestionId } from '../answers/question/asked.js';
import { Roots } from '../workspace/roots.js';

export const codeResources: readonly Resource[] = [
  {
    uri: 'code://sarif',
    name: 'sarif',
    title: 'The last scan',
    description: 'What the last scan has found, as a SARIF 2.1.0 log',
    mimeType: 'application/sarif+json',
  },
];

export const codeTemplates: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'code://finding/{id}',
    name: 'finding',
    title: 'A finding',
    description: 'One finding of the last scan',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'code://outline/{+path}',
    name: 'outline',
    title: 'What is in a file',
    description: 'The symbols of a file, with lines and hashes',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'code://symbol/{+path}#{name}',
    name: 'symbol',
    title: 'One symbol',
    description: 'The code of a function, method or class',
    mimeType: 'text/plain',
  },
];

/** What is asked for a URI, and where in the answer its text is; nothing for a URI of somebody else. */
export function questionOf(uri: string): { id: QuestionId; args: Record<string, string>; path?: string } | undefined {
  if (uri === 'code://sarif') return { id: 'last_sarif', args: {} };
  const [, kind, rest] = /^code:\/\/(outline|symbol|finding)\/(.{1,4500})$/s.exec(uri) ?? [];
  if (kind === undefined) return undefined;
  const text = decoded(rest!);
  if (kind === 'finding') return { id: 'last_finding', args: { id: text } };
  if (kind === 'outline') return { id: 'get_file_context', args: { file_path: text }, path: text };
  const cut = text.lastIndexOf('#');
  if (cut < 0) return undefined;
  const path = text.slice(0, cut);
  return { id: 'extract_code', args: { file_path: path, target_name: text.slice(cut + 1) }, path };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const EVERY_MS = 500;

/** Tells of changes of the files that watched resources are made of. */
export class WatchedFiles {
  readonly #watched = new Map<string, { readonly absolute: string; readonly listener: () => void }>();

  constructor(
    private readonly roots: readonly string[],
    private readonly tell: (uri: string) => void,
  ) {}

  watch(uri: string): void {
    const path = questionOf(uri)?.path;
    if (path === undefined || this.#watched.has(uri)) return;
    let absolute: string;
    try {
      absolute = new Roots(this.roots).wouldBe(path);
    } catch {
      return;
    }
    const listener = () => this.tell(uri);
    watchFile(absolute, { interval: EVERY_MS, persistent: false }, listener);
    this.#watched.set(uri, { absolute, listener });
  }

  unwatch(uri: string): void {
    const found = this.#watched.get(uri);
    if (!found) return;
    unwatchFile(found.absolute, found.listener);
    this.#watched.delete(uri);
  }

  close(): void {
    for (const uri of [...this.#watched.keys()]) this.unwatch(uri);
  }
}
