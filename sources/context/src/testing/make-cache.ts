import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { printDocument } from '../document/document.js';
import { fileOf, versionOf } from '../document/version.js';
import { runInFile } from '../index/run.js';
import { RunWriter } from '../index/run-writer.js';
import { sidecarOf } from '../index/sidecar-path.js';
import { draftSidecar, publishSidecar } from '../index/sidecar-write.js';
import { readChecked } from '../store/checked-document.js';
import { cacheVersionOf, FORMAT, printIndex, printManifest } from '../store/manifest.js';
import { openCache } from '../store/open-cache.js';

/** A document of a cache that a test makes. */
export interface Made {
  readonly id: string;
  readonly content: string;
}

/** Writes a cache file by file, its documents in the order they are given. */
export function makeCache(directory: string, made: readonly Made[]): string {
  mkdirSync(join(directory, 'documents'), { recursive: true });
  const documents = made.map(({ id, content }) => {
    const version = versionOf(Buffer.from(content));
    writeFileSync(join(directory, fileOf(version)), printDocument({ id, version, source: id, content, metadata: [] }));
    return { id, version, file: fileOf(version) };
  });
  const cacheVersion = cacheVersionOf(documents);
  const createdAt = new Date(0).toISOString();
  const manifest = { cacheVersion, ...FORMAT, createdAt, documentCount: documents.length, documents };
  writeFileSync(join(directory, 'index.json'), printIndex(documents));
  writeFileSync(join(directory, 'manifest.json'), printManifest(manifest));
  return directory;
}

/** Writes the sidecar of a cache from the runs of several writers, as a build does. Gives its path. */
export async function makeSidecar(directory: string, writers = 3): Promise<string> {
  const { files, manifest, manifestBytes } = openCache(directory);
  const folder = mkdtempSync(join(dirname(directory), 'runs-'));
  try {
    const all = Array.from({ length: writers }, (_, at) => new RunWriter(folder, `writer-${at}`, 1_048_576));
    for (const [position, entry] of manifest.documents.entries())
      all[position % writers]!.add(position, readChecked(files, entry).document.content);
    const runs = all.flatMap(writer => writer.finish()).map(file => ({ source: runInFile(file) }));
    const subject = { directory, manifest, manifestBytes, startedAt: 0 };
    const draft = await draftSidecar(join(folder, 'sidecar'), subject, runs);
    await publishSidecar(sidecarOf(directory), draft, subject);
    return sidecarOf(directory);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
