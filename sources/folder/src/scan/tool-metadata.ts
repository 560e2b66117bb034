import { ConcurrencyLimit } from '../project/concurrency-limit.js';
import { shown } from '../project/findings.js';
import { readHeader } from './metadata/header.js';
import { type Metadata, plainMetadata, readMetadata } from './metadata/metadata.js';
import type { FoundFile } from './walk/found-file.js';
import { isDiagnosed, type Scanning } from './walk/scanning.js';
import type { FoundFolder } from './walk/walk.js';

/** The most modules that are loaded at once, each in its own thread. */
const MODULES_AT_ONCE = 4;

/** Finds the metadata of tools. */
export class ToolMetadata {
  readonly #scanning: Scanning;
  readonly #modules = new ConcurrencyLimit(MODULES_AT_ONCE);
  readonly #known = new Map<string, Promise<Metadata | undefined>>();

  constructor(scanning: Scanning) {
    this.#scanning = scanning;
  }

  /** The metadata of a file: from its own metadata file, that of its folder, its header, or the module's export. */
  async of(folder: FoundFolder, file: FoundFile, own: FoundFile | undefined): Promise<Metadata | undefined> {
    const named = metadataNames(file).map(name => folder.metadata.get(name));
    const written = [...named, own].find(one => one !== undefined);
    if (written !== undefined) return this.read(written);
    const header = await readHeader(this.#scanning, 'tools', file);
    if (header === 'broken') return undefined;
    return header ?? this.#ofModule(file);
  }

  async #ofModule(file: FoundFile): Promise<Metadata | undefined> {
    const { moduleMeta } = this.#scanning.options;
    const facts = await file.facts();
    if (moduleMeta === undefined || facts === undefined || (await file.howToRun()).kind !== 'module') {
      return plainMetadata(file.path, {});
    }
    const refuse = (message: string, line?: number, hint?: string): undefined =>
      this.#scanning.findings.error('tools', message, { file: file.path, line, hint });
    try {
      const meta = await this.#modules.run(() => moduleMeta(facts.path));
      if (!isDiagnosed(meta)) return plainMetadata(file.path, meta);
      const { message, line, hint } = meta.diagnostic;
      return refuse(message, line, hint);
    } catch (error) {
      return refuse(`could not be asked about itself: ${shown(String(error))}`);
    }
  }

  /** Reads a metadata file once, however often it is asked for. */
  read(file: FoundFile): Promise<Metadata | undefined> {
    const known = this.#known.get(file.path);
    if (known !== undefined) return known;
    const reading = readMetadata(this.#scanning, 'tools', file);
    this.#known.set(file.path, reading);
    return reading;
  }
}

/** The names of a file's own metadata file. The first that exists counts. */
export function metadataNames(file: FoundFile): readonly string[] {
  return [`${file.name}.meta.json`, `${file.stem}.meta.json`];
}
