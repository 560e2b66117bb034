import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { FileSink } from './file-sink.js';
import {
  digestsLength,
  HEADER_END,
  printHeader,
  type Section,
  type SectionName,
  type SidecarHeader,
} from './sidecar-header.js';

/** A sidecar that is being written: section by section into a temporary file, which is then renamed. */
export class SidecarFile {
  readonly #descriptor: number;
  readonly #sections: Partial<Record<SectionName, Section>> = {};
  #end = HEADER_END;

  constructor(readonly temporary: string) {
    this.#descriptor = openSync(temporary, 'wx', 0o600);
    writeSync(this.#descriptor, Buffer.alloc(HEADER_END));
  }

  /** Writes one section. Sections are written one after the other. */
  async section<Result>(name: SectionName, write: (sink: FileSink) => Result | Promise<Result>): Promise<Result> {
    const sink = new FileSink(this.#descriptor);
    const result = await write(sink);
    this.#sections[name] = { offset: this.#end, length: sink.length, sha256: sink.finish() };
    this.#end += sink.length + digestsLength(sink.length);
    return result;
  }

  /** Flushes it to disk and renames it to its path, readable for those who can read the cache in that directory. */
  publish(path: string, header: Omit<SidecarHeader, 'sections'>, directory: string): void {
    const bytes = printHeader({ ...header, sections: this.#sections as Record<SectionName, Section> });
    writeSync(this.#descriptor, bytes, 0, bytes.length, 0);
    fchmodSync(this.#descriptor, modeBeside(directory, fstatSync(this.#descriptor).gid));
    fsyncSync(this.#descriptor);
    renameSync(this.temporary, path);
  }

  /** Closes the file, and deletes it unless it was published. */
  close(): void {
    closeSync(this.#descriptor);
    rmSync(this.temporary, { force: true });
  }
}

/** The mode by which the owner can read the sidecar, and everyone who can read the cache's directory and manifest. */
function modeBeside(directory: string, group: number): number {
  const folder = statSync(directory);
  const manifest = statSync(join(directory, 'manifest.json'));
  const isOneGroup = folder.gid === group && manifest.gid === group;
  const forGroup = isOneGroup && folder.mode & 0o010 && manifest.mode & 0o040 ? 0o040 : 0;
  const forOthers = folder.mode & 0o001 && manifest.mode & 0o004 ? 0o004 : 0;
  return 0o600 | forGroup | forOthers;
}
