import { createHash } from 'node:crypto';
import { type Names, namesOf } from '../names/names.js';
import type { decode } from '../project/decode.js';
import type { Language } from '../syntax/language.js';
import type { Tree } from '../syntax/tree.js';
import { Lines } from '../text/lines.js';
import { type CodeSymbol, outlineOf, plainName } from './outline.js';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A file as it is on the disk at one moment, and what was read of it. */
export class SourceFile {
  readonly text: string;
  readonly lines: Lines;
  readonly isBytes: boolean;
  readonly bytesBefore: number;
  #outline: CodeSymbol[] | undefined;

  constructor(
    readonly path: string,
    readonly absolute: string,
    readonly bytes: Buffer,
    readonly hash: string,
    readonly language: Language,
    decoded: ReturnType<typeof decode>,
    readonly tree: Tree,
  ) {
    this.text = decoded.text;
    this.isBytes = decoded.isBytes;
    this.bytesBefore = decoded.bytesBefore;
    this.lines = new Lines(decoded.text, decoded.bytesBefore, decoded.isBytes);
  }

  get names(): Names {
    return namesOf(this.tree, this.language);
  }

  get symbols(): readonly CodeSymbol[] {
    this.#outline ??= outlineOf(this.tree);
    return this.#outline;
  }

  /** The bytes of a stretch of the text, as they are on the disk. */
  slice(start: number, end: number): Buffer {
    return this.bytes.subarray(this.lines.placeOf(start).offset, this.lines.placeOf(end).offset);
  }

  /** The symbols of a name: the full one first, else those whose name ends so. */
  named(name: string): readonly CodeSymbol[] {
    const exact = this.symbols.filter(each => each.name === name);
    if (exact.length > 0) return exact;
    return this.symbols.filter(
      each => each.name.endsWith(`.${name}`) || (!name.includes('.') && plainName(each.name) === name),
    );
  }

  /** The innermost symbol around a place. */
  around(offset: number): CodeSymbol | undefined {
    return this.symbols.findLast(({ start, end }) => start <= offset && offset < end);
  }
}
