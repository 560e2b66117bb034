import { isCompletionScript, stemOf } from '../files/file-names.js';
import { safetyHint } from '../files/safety.js';
import type { ResourceItem, TemplateItem } from '../project/items.js';
import { readHeader } from './metadata/header.js';
import { type Metadata, plainMetadata, readMetadata } from './metadata/metadata.js';
import { type ResourceFile, resourceItem } from './metadata/resource-item.js';
import type { Placed } from './unique.js';
import type { FoundFile } from './walk/found-file.js';
import type { Scanning } from './walk/scanning.js';
import { type FoundFolder, Walk } from './walk/walk.js';

/** What was found in the resources folder. */
export interface FoundResources {
  readonly resources: readonly Placed<ResourceItem>[];
  readonly templates: readonly Placed<TemplateItem>[];
}

/** The resources of a project: its data files, and metadata that stands alone with an address or a template. */
export async function findResources(scanning: Scanning): Promise<FoundResources> {
  const folder = await new Walk(scanning, 'resources').of(scanning.project.resources);
  const found = folder === undefined ? [] : await inFolder(scanning, folder);
  return {
    resources: found.flatMap(({ made, from }) => ('resource' in made ? [{ item: made.resource, from }] : [])),
    templates: found.flatMap(({ made, from }) => ('template' in made ? [{ item: made.template, from }] : [])),
  };
}

interface Found {
  readonly made: { readonly resource: ResourceItem } | { readonly template: TemplateItem };
  readonly from: string;
}

async function inFolder(scanning: Scanning, folder: FoundFolder): Promise<readonly Found[]> {
  const read = new Map<FoundFile, Promise<Metadata | undefined>>(
    [...folder.metadata.values()].map(file => [file, readMetadata(scanning, 'resources', file)]),
  );
  const data = folder.files.filter(file => !isCompletionScript(file.name));
  const described = new Set<FoundFile>();
  const items = data.map(async file => {
    const metadataFile = folder.metadata.get(`${file.name}.meta.json`) ?? folder.metadata.get(`${file.stem}.meta.json`);
    if (metadataFile === undefined) return dataFile(scanning, file, undefined);
    const metadata = await read.get(metadataFile)!;
    // Metadata with a template describes the template, not the file beside it.
    if (metadata === undefined || metadata.fields.uriTemplate !== undefined) return undefined;
    described.add(metadataFile);
    return dataFile(scanning, file, metadata);
  });
  const found = await Promise.all(items);
  const alone = [...read].map(async ([file, reading]) => {
    const metadata = await reading;
    return metadata === undefined || described.has(file)
      ? undefined
      : make(scanning, metadata, file.path, {
          defaultName: stemOf(stemOf(file.relative)),
          relative: file.relative,
        });
  });
  const below = folder.folders.map(one => inFolder(scanning, one));
  const [others, deeper] = await Promise.all([Promise.all(alone), Promise.all(below)]);
  return [...[...found, ...others].filter(one => one !== undefined), ...deeper.flat()];
}

/** The resource of a data file, with its metadata, its header, or neither. */
async function dataFile(scanning: Scanning, file: FoundFile, given: Metadata | undefined): Promise<Found | undefined> {
  const facts = await file.facts();
  if (facts === undefined) return undefined;
  const { findings } = scanning;
  if (facts.isExecutable) {
    if (given !== undefined)
      findings.warn('resources', 'is executable, and not published', { file: file.path, hint: 'chmod -x' });
    return undefined;
  }
  if (facts.fault !== undefined) {
    return findings.error('resources', `${facts.fault}: left out`, { file: file.path, hint: safetyHint });
  }
  const header = given ?? (await readHeader(scanning, 'resources', file));
  if (header === 'broken') return undefined;
  return make(scanning, header ?? plainMetadata(file.path, {}), file.path, {
    defaultName: stemOf(file.relative),
    path: facts.path,
    relative: file.relative,
    isPlain: header === undefined,
  });
}

async function make(
  scanning: Scanning,
  metadata: Metadata,
  from: string,
  file: ResourceFile,
): Promise<Found | undefined> {
  const made = await resourceItem(scanning, metadata, file);
  return made && { made, from };
}
