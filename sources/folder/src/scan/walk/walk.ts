import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { describedBy, isIgnoredFile, isIgnoredFolder, isUnprintable } from '../../files/file-names.js';
import { codeOf, isGone } from '../../files/file-system.js';
import { chainFault, isInside, permissionFault, safetyHint } from '../../files/safety.js';
import { compare, shown } from '../../project/findings.js';
import type { Diagnostic } from '../../project/items.js';
import { type FileHome, FoundFile, unreadable } from './found-file.js';
import { BuildFailed, type Scanning } from './scanning.js';

/** A folder with what may be published of it, each sorted by name. */
export interface FoundFolder {
  readonly name: string;
  readonly path: string;
  /** Path below the content folder, with `/`; empty for the content folder itself. */
  readonly relative: string;
  readonly files: readonly FoundFile[];
  /** Metadata files by name. */
  readonly metadata: ReadonlyMap<string, FoundFile>;
  readonly folders: readonly FoundFolder[];
}

interface Below extends FileHome {
  readonly name: string;
}

/** Walks through a content folder. Folders that are links are skipped, so that it ends and stays inside. */
export class Walk {
  readonly #scanning: Scanning;
  readonly #section: Diagnostic['section'];
  readonly #isFlat: boolean;

  constructor(scanning: Scanning, section: Diagnostic['section'], isFlat = false) {
    this.#scanning = scanning;
    this.#section = section;
    this.#isFlat = isFlat;
  }

  /** What a content folder holds; undefined when it is not there. Throws BuildFailed when it is there and cannot be read. */
  async of(folder: string): Promise<FoundFolder | undefined> {
    const { files, findings } = this.#scanning;
    try {
      const stats = await files.lstat(folder);
      if (stats.isSymbolicLink()) {
        findings.error(this.#section, 'is a symbolic link, and its content is not looked at', {
          file: folder,
          hint: 'put the folder itself there',
        });
        return undefined;
      }
      if (!stats.isDirectory()) return undefined;
    } catch (error) {
      if (isGone(error)) return undefined;
      throw new BuildFailed(`${findings.name(folder)} cannot be read (${codeOf(error)})`);
    }
    const { root } = this.#scanning.project;
    const fault = chainFault(folder, isInside(folder, root) ? root : folder, root, false);
    if (!this.#mayUse(folder, fault)) return undefined;
    return this.#scan({ name: '', path: folder, relative: '', within: folder, section: this.#section });
  }

  async #scan(at: Below): Promise<FoundFolder | undefined> {
    const entries = await this.#entries(at);
    if (entries === undefined) return undefined;
    this.#scanning.count(entries.reduce((files, entry) => files + (entry.isDirectory() ? 0 : 1), 0));
    const files: FoundFile[] = [];
    const metadata = new Map<string, FoundFile>();
    const below: Below[] = [];
    for (const entry of entries.sort((a, b) => compare(a.name, b.name))) {
      const { name } = entry;
      const path = join(at.path, name);
      if (isUnprintable(name)) this.#skip(path, 'has a name with control characters or broken UTF-8');
      else if (entry.isDirectory()) {
        if (!isIgnoredFolder(name))
          below.push({ ...at, name, path, relative: at.relative === '' ? name : `${at.relative}/${name}` });
      } else if (/\.meta\.ya?ml$/.test(name)) {
        this.#warn(path, 'is not read: metadata is written in JSON', `move it to ${name.replace(/\.ya?ml$/, '.json')}`);
      } else if (describedBy(name) !== undefined || !isIgnoredFile(name)) {
        const file = await this.#file(at, entry, path);
        if (file?.isMetadata) metadata.set(name, file);
        else if (file !== undefined) files.push(file);
      }
    }
    const folders = await Promise.all(this.#isFlat ? [] : below.map(folder => this.#scanBelow(folder)));
    return { ...at, files, metadata, folders: folders.filter(folder => folder !== undefined) };
  }

  async #scanBelow(folder: Below): Promise<FoundFolder | undefined> {
    return (await this.#isTrusted(folder.path)) ? this.#scan(folder) : undefined;
  }

  async #entries(at: Below): Promise<Dirent[] | undefined> {
    try {
      return await this.#scanning.files.readdir(at.path);
    } catch (error) {
      if (isGone(error)) return undefined;
      const reason = `cannot be read (${codeOf(error)})`;
      if (at.relative === '') throw new BuildFailed(`${this.#scanning.findings.name(at.path)} ${reason}`);
      this.#scanning.findings.error(this.#section, reason, {
        file: at.path,
        hint: 'let its owner read it: chmod u+rx',
      });
      return undefined;
    }
  }

  /** A file, or a link to one inside the content folder. */
  async #file(at: Below, entry: Dirent, path: string): Promise<FoundFile | undefined> {
    if (entry.isFile()) return new FoundFile(this.#scanning, at, entry.name, false);
    if (!entry.isSymbolicLink()) return undefined;
    const { files } = this.#scanning;
    try {
      const target = await files.realpath(path);
      if (!(await files.stat(target)).isFile()) return undefined;
      if (isInside(target, at.within)) return new FoundFile(this.#scanning, at, entry.name, true);
      this.#skip(path, `is a link that leads out of ${this.#scanning.findings.name(at.within)}`);
    } catch (error) {
      this.#skip(path, `is a link that cannot be followed (${codeOf(error)})`);
    }
    return undefined;
  }

  async #isTrusted(folder: string): Promise<boolean> {
    const { files, owners } = this.#scanning;
    try {
      return this.#mayUse(folder, permissionFault(await files.lstat(folder), owners, false));
    } catch (error) {
      if (!isGone(error)) this.#scanning.findings.error(this.#section, ...unreadable(folder, error));
      return false;
    }
  }

  /** Whether a folder may be scanned; reports the fault when other users can change it. */
  #mayUse(folder: string, fault: string | undefined): boolean {
    if (fault === undefined) return true;
    const message = `${fault}: nothing in it is published`;
    this.#scanning.findings.error(this.#section, message, { file: folder, hint: safetyHint });
    return false;
  }

  #skip(path: string, why: string): void {
    this.#warn(path, `${shown(why)}, and is passed by`, 'rename it, or put the file itself there');
  }

  #warn(file: string, message: string, hint?: string): void {
    this.#scanning.findings.warn(this.#section, message, { file, hint });
  }
}
