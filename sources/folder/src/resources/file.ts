import { delimiter, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Project } from '../project/project.js';
import type { FolderSettings } from '../project/settings.js';
import { canonicalInside, openUnchanged } from '../read/open-inside.js';
import { readWhole } from '../read/read-whole.js';
import type { Content, ReadRequest } from '../read/request.js';
import { pathOfFileUri } from './file-uri.js';
import { schemeOf } from './provider-names.js';

/** Reads a file inside the resource roots. */
export async function readFile(request: ReadRequest): Promise<Content> {
  const { project, settings, call } = request;
  const path = await canonicalInside(filePathOf(request), resourceRoots(project, settings));
  const handle = await openUnchanged(path);
  try {
    return { bytes: await readWhole(handle, settings.maxResourceBytes, call.signal), name: path };
  } finally {
    await handle.close();
  }
}

/** The unchecked path of a resource: that of its `file:` URI, or its data file when it publishes another URI. */
export function filePathOf({ uri, item, project }: Pick<ReadRequest, 'uri' | 'item' | 'project'>): string {
  const isOwn = item?.file !== undefined && !item.file.endsWith('.meta.json');
  const given = schemeOf(uri) !== 'file' && isOwn ? pathToFileURL(item.file!).href : uri;
  return pathOfFileUri(given, project.root);
}

/** The folders that files may be read from. */
export function resourceRoots(project: Project, { env }: FolderSettings): readonly string[] {
  const given = (env.MCP_RESOURCES_ROOTS ?? '').split(delimiter).filter(root => root !== '');
  return given.length === 0 ? [project.resources] : given.map(root => resolve(project.root, root));
}
