import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import type { Root } from '../call/roots.js';
import { contentsOf } from '../read/contents.js';
import { canonicalInside, openUnchanged } from '../read/open-inside.js';
import { readWhole } from '../read/read-whole.js';

const MOST = 1_000;

/** A file that a tool embeds in its result. */
export interface EmbeddedFile {
  readonly path: string;
  readonly mimeType?: string;
  readonly uri?: string;
}

/** Reads a tool's list of files to embed: a JSON array, one object or string, or lines of path, type and URI separated by tabs. */
export function readEmbeddedList(text: string): readonly EmbeddedFile[] {
  const given = parsed(text);
  if (given === undefined) return text.split('\n', MOST).flatMap(line => embeddedLine(line) ?? []);
  return (Array.isArray(given) ? given.slice(0, MOST) : [given]).flatMap(each => embeddedFile(each as Json) ?? []);
}

/** The files as content blocks. A file that may not or cannot be read is left out with a warning. */
export async function embed(
  files: readonly EmbeddedFile[],
  roots: readonly Root[],
  projectRoot: string,
  maxBytes: number,
  warn: (message: string) => void,
): Promise<readonly JsonObject[]> {
  const blocks: JsonObject[] = [];
  for (const { path, mimeType, uri } of files) {
    try {
      const folders = roots.map(root => root.path);
      const canonical = await canonicalInside(isAbsolute(path) ? path : join(projectRoot, path), folders);
      const handle = await openUnchanged(canonical);
      try {
        const bytes = await readWhole(handle, maxBytes);
        const resource = contentsOf(uri ?? pathToFileURL(canonical).href, mimeType, { bytes, name: canonical });
        blocks.push({ type: 'resource', resource: { ...resource } });
      } finally {
        await handle.close();
      }
    } catch (error) {
      warn(`an embedded resource was left out: ${error instanceof Error ? error.message : 'unknown reason'}`);
    }
  }
  return blocks;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function embeddedFile(given: Json): EmbeddedFile | undefined {
  if (typeof given === 'string') return { path: given };
  if (!isJsonObject(given) || typeof given.path !== 'string') return undefined;
  const { path, mimeType, uri } = given;
  return { path, ...(typeof mimeType === 'string' && { mimeType }), ...(typeof uri === 'string' && { uri }) };
}

function embeddedLine(line: string): EmbeddedFile | undefined {
  const [path, mimeType, uri] = line.split('\t');
  return path ? { path, ...(mimeType && { mimeType }), ...(uri && { uri }) } : undefined;
}
