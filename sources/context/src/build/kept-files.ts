import { CacheFault, SameContentFault } from '../cache/fault.js';
import { fileOf } from '../document/version.js';
import type { Gathered, SourceFault } from './gather-sources.js';
import type { AllIngested } from './ingest-all.js';

/** An ingested file with its number in the order of ids. */
export interface Kept {
  readonly at: number;
  readonly file: Gathered;
  readonly version: string;
}

/** The ingested files. Throws for the first file in the walk that failed, then for duplicate ids, then for duplicate contents. */
export function requireAllFiles(
  files: readonly Gathered[],
  { versions, faults }: AllIngested,
  treeFault: SourceFault | undefined,
  { skipUnreadable, onWarning }: { readonly skipUnreadable: boolean; readonly onWarning: (text: string) => void },
): readonly Kept[] {
  let first = treeFault;
  const kept: Kept[] = [];
  for (const [at, file] of files.entries()) {
    const fault = faults.get(at);
    if (fault === undefined) kept.push({ at, file, version: versions[at]! });
    else if (skipUnreadable && fault.isUnreadable) onWarning(fault.detail);
    else if (first === undefined || file.position < first.position) first = { ...fault, position: file.position };
  }
  if (first) throw new CacheFault(first.kind, first.detail);
  requireOwnIds(kept);
  requireOwnFiles(kept);
  return kept;
}

function requireOwnIds(kept: readonly Kept[]): void {
  for (const [index, { file }] of kept.entries()) {
    const next = kept[index + 1]?.file;
    if (next?.id === file.id) throw new CacheFault('corrupt', `${file.relative} and ${next.relative} have the same id`);
  }
}

function requireOwnFiles(kept: readonly Kept[]): void {
  const byFile = new Map<string, Gathered>();
  for (const { file, version } of kept) {
    const other = byFile.get(fileOf(version));
    if (other)
      throw new SameContentFault(
        `${other.relative} and ${file.relative} have the same content, which a cache can hold once: leave one of them out`,
      );
    byFile.set(fileOf(version), file);
  }
}
