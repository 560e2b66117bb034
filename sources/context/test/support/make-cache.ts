import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readChecked } from '../../src/cache/checked-document.js';
import { openCache } from '../../src/cache/open-cache.js';
import { printDocument } from '../../src/document/document.js';
import { fileOf, versionOf } from '../../src/document/version.js';
import { runInFile } from '../../src/index/run.js';
import { RunWriter } from '../../src/index/run-writer.js';
import { cacheVersionOf, FORMAT, printIndex, printManifest } from '../../src/manifest/manifest.js';
import { sidecarOf } from '../../src/sidecar/sidecar-path.js';
import { draftSidecar, publishSidecar } from '../../src/sidecar/sidecar-write.js';

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
