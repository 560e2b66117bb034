import type { Stats } from 'node:fs';
import { basename } from 'node:path';
import { describedBy, extensionOf, stemOf } from '../../files/file-names.js';
import { codeOf, isGone } from '../../files/file-system.js';
import { decide, type HowToRun, hasExecuteBit, needsHead } from '../../files/how-to-run.js';
import { isInside, permissionFault } from '../../files/safety.js';
import type { Place } from '../../project/findings.js';
import type { Diagnostic } from '../../project/items.js';
import type { Scanning } from './scanning.js';

/** The state of a file that exists. */
export interface FileFacts {
  /** Canonical path. */
  readonly path: string;
  readonly stats: Stats;
  readonly isExecutable: boolean;
  /** Why it must not be used, as the end of a sentence. */
  readonly fault: string | undefined;
}

/** The folder a file was found in. */
export interface FileHome {
  readonly path: string;
  readonly relative: string;
  readonly within: string;
  readonly section: Diagnostic['section'];
}

const HEAD = 4096;
const LONGEST_HEAD = 65_536;

/** A file of a content folder. Each of its facts is read on first use, and once. */
export class FoundFile {
  readonly name: string;
  readonly path: string;
  /** Path below the content folder, with `/`. */
  readonly relative: string;
  /** Canonical content folder. */
  readonly within: string;
  readonly #scanning: Scanning;
  readonly #section: Diagnostic['section'];
  readonly #isLink: boolean;
  #facts: Promise<FileFacts | undefined> | undefined;
  #head: Promise<Buffer> | undefined;
  #unread: string | undefined;
  #howToRun: Promise<HowToRun> | undefined;

  constructor(scanning: Scanning, folder: FileHome, name: string, isLink: boolean) {
    this.#scanning = scanning;
    this.#section = folder.section;
    this.name = name;
    this.path = `${folder.path}/${name}`;
    this.relative = folder.relative === '' ? name : `${folder.relative}/${name}`;
    this.within = folder.within;
    this.#isLink = isLink;
  }

  get stem(): string {
    return stemOf(this.name);
  }

  get extension(): string {
    return extensionOf(this.name);
  }

  get isMetadata(): boolean {
    return describedBy(this.name) !== undefined;
  }

  /** Undefined when it was deleted or is not a regular file. */
  facts(): Promise<FileFacts | undefined> {
    this.#facts ??= this.#lookUp();
    return this.#facts;
  }

  /** The beginning of a text file: ten lines or more, unless it is shorter or they are very long. Empty when it cannot be read. */
  head(): Promise<Buffer> {
    this.#head ??= this.#readHead();
    return this.#head;
  }

  /** Why `head` is empty, as a sentence; undefined when the file could be read. */
  async whyUnread(): Promise<string | undefined> {
    await this.head();
    return this.#unread;
  }

  howToRun(): Promise<HowToRun> {
    this.#howToRun ??= this.#decide();
    return this.#howToRun;
  }

  /** The content of the file, at most `limit` bytes, and why it must not be used. */
  async content(limit: number): Promise<{ readonly bytes: Buffer; readonly fault: string | undefined }> {
    const path = this.#isLink ? await this.#scanning.files.realpath(this.path) : this.path;
    const { bytes, stats } = await this.#scanning.files.read(path, limit);
    return { bytes, fault: this.#faultOf(path, stats) };
  }

  #faultOf(path: string, stats: Stats): string | undefined {
    return isInside(path, this.within)
      ? permissionFault(stats, this.#scanning.owners, false)
      : 'leads out of its folder';
  }

  async #lookUp(): Promise<FileFacts | undefined> {
    const { files } = this.#scanning;
    try {
      const path = this.#isLink ? await files.realpath(this.path) : this.path;
      const stats = await files.lstat(path);
      if (!stats.isFile()) return undefined;
      return { path, stats, isExecutable: hasExecuteBit(stats.mode), fault: this.#faultOf(path, stats) };
    } catch (error) {
      if (isGone(error)) return undefined;
      this.#unread = `it cannot be looked at (${codeOf(error)})`;
      return this.#scanning.findings.error(this.#section, ...unreadable(this.path, error));
    }
  }

  async #readHead(): Promise<Buffer> {
    const facts = await this.facts();
    if (facts === undefined || facts.fault !== undefined || facts.stats.size === 0) return Buffer.alloc(0);
    try {
      const { bytes } = await this.#scanning.files.read(facts.path, HEAD);
      if (bytes.includes(0) || bytes.length < HEAD || countLines(bytes) > 10) return bytes;
      return (await this.#scanning.files.read(facts.path, LONGEST_HEAD)).bytes;
    } catch (error) {
      this.#unread = `it cannot be read (${codeOf(error)})`;
      return Buffer.alloc(0);
    }
  }

  async #decide(): Promise<HowToRun> {
    const facts = await this.facts();
    if (facts === undefined) return { kind: 'none', reason: this.#unread ?? 'it is not a regular file' };
    // For a link, the name of its target decides.
    const name = basename(facts.path);
    if (!needsHead(name, facts.isExecutable)) return decide(name, facts.isExecutable, Buffer.alloc(0));
    const reason = await this.whyUnread();
    return reason === undefined ? decide(name, facts.isExecutable, await this.head()) : { kind: 'none', reason };
  }
}

/** The diagnostic for a file or folder that cannot be looked at. */
export function unreadable(file: string, error: unknown): [message: string, place: Place] {
  return [`cannot be looked at (${codeOf(error)})`, { file, hint: 'let its owner look into its folder: chmod u+rx' }];
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}
