import { isCompletionScript } from '../files/file-names.js';
import { safetyHint } from '../files/safety.js';
import type { PromptItem } from '../project/items.js';
import { readHeader } from './metadata/header.js';
import { plainMetadata, readMetadata } from './metadata/metadata.js';
import { promptItem } from './metadata/prompt-item.js';
import { metadataNames } from './tool-metadata.js';
import type { Placed } from './unique.js';
import type { FoundFile } from './walk/found-file.js';
import type { Scanning } from './walk/scanning.js';
import { type FoundFolder, Walk } from './walk/walk.js';

/** Extensions of files that are prompts without metadata. */
const texts: ReadonlySet<string> = new Set(['.txt', '.md', '.prompt', '.tmpl']);

/** The prompts of a project: its text files, and any other file that has metadata. */
export async function findPrompts(scanning: Scanning): Promise<readonly Placed<PromptItem>[]> {
  const folder = await new Walk(scanning, 'prompts').of(scanning.project.prompts);
  return folder === undefined ? [] : inFolder(scanning, folder);
}

async function inFolder(scanning: Scanning, folder: FoundFolder): Promise<readonly Placed<PromptItem>[]> {
  const files = folder.files.filter(file => !isCompletionScript(file.name));
  const names = new Set(files.flatMap(file => metadataNames(file)));
  for (const [name, { path }] of folder.metadata) {
    if (names.has(name)) continue;
    const hint = 'name it after the file it describes, or remove it';
    scanning.findings.warn('prompts', 'describes no file', { file: path, hint });
  }
  const found = await Promise.all(files.map(file => prompt(scanning, folder, file)));
  const below = await Promise.all(folder.folders.map(one => inFolder(scanning, one)));
  return [...found.filter(one => one !== undefined), ...below.flat()];
}

async function prompt(
  scanning: Scanning,
  folder: FoundFolder,
  file: FoundFile,
): Promise<Placed<PromptItem> | undefined> {
  const metadataFile = metadataNames(file)
    .map(name => folder.metadata.get(name))
    .find(one => one !== undefined);
  const given = metadataFile
    ? await readMetadata(scanning, 'prompts', metadataFile)
    : await readHeader(scanning, 'prompts', file);
  const isBroken = given === 'broken' || (metadataFile !== undefined && given === undefined);
  if (isBroken || (given === undefined && !texts.has(file.extension))) return undefined;
  const facts = await file.facts();
  if (facts === undefined) return undefined;
  if (facts.fault !== undefined) {
    return scanning.findings.error('prompts', `${facts.fault}: left out`, { file: file.path, hint: safetyHint });
  }
  const item = await promptItem(scanning, given ?? plainMetadata(file.path, {}), {
    path: facts.path,
    relative: file.relative,
    within: file.within,
    defaultName: file.stem,
    isPlain: given === undefined,
  });
  return item && { item, from: file.path };
}
