import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stop } from '@concord/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Made, makeCache, makeSidecar } from '../../test/support/make-cache.js';
import { type OpenCache, openCache } from '../cache/open-cache.js';
import { Signatures } from '../cache/signature.js';
import type { DocumentIndex } from '../index/document-index.js';
import { runInMemory } from '../index/run.js';
import { RunBuilder } from '../index/run-builder.js';
import { resolveOnce } from '../resolve/resolve-once.js';
import { printResult } from '../select/print-result.js';
import { type Question, scan } from '../select/scan.js';
import { readReusable } from './reusable.js';
import { sha256 } from './sidecar-header.js';
import { readSidecar } from './sidecar-read.js';
import { draftSidecar, publishSidecar, writeIndex } from './sidecar-write.js';

const folder = mkdtempSync(join(tmpdir(), 'concord-sidecar-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const made: Made[] = Array.from({ length: 200 }, (_, at) => ({
  id: `d${String(at).padStart(3, '0')}.md`,
  content: `word${at % 7} word${at % 11} common ${'rest '.repeat(at % 5)}own${at}`,
}));
const asked: Question = { query: 'word3 common word3 own42', budget: 90n };

const cache = join(folder, 'cache');
let expected: string;
let sidecar: string;
let bytes: Buffer;

const answer = async (): Promise<string> =>
  [...printResult(await resolveOnce(cache, asked, new Stop()), 'json')].join('');
const opened = (): OpenCache => openCache(cache);

beforeAll(async () => {
  makeCache(cache, made);
  expected = [...printResult(await scan(opened(), asked), 'json')].join('');
  sidecar = await makeSidecar(cache);
  bytes = readFileSync(sidecar);
});

/** The index in the bytes of a sidecar. */
function readFrom(contents: Buffer): DocumentIndex {
  const path = join(folder, 'copy');
  writeFileSync(path, contents);
  return readSidecar(path, opened())!;
}

const sectionsOf = ({ documents, terms, postings }: DocumentIndex) =>
  [...documents.sections(), ...[terms.bytes, postings].map(each => each.subarray(0, each.length))].map(sha256);

/** Writes an index as if it were right, whatever it says. */
async function writeForged(change: (index: DocumentIndex) => DocumentIndex): Promise<void> {
  const { manifest, manifestBytes } = opened();
  const index = change(readSidecar(sidecar, opened())!);
  const subject = { directory: cache, manifest, manifestBytes, startedAt: 0 };
  await writeIndex(sidecar, join(folder, 'forged'), subject, index);
}

describe('a sidecar', () => {
  it('is used, and tells the same as a scan', async () => {
    expect(readSidecar(sidecar, opened())).toBeDefined();
    expect(await answer()).toBe(expected);
    // One that was forged can hide a document: only so can be seen that nobody scans.
    await writeForged(index => {
      index.documents.tokens[80] = 1_000;
      return index;
    });
    expect(await answer()).not.toContain('own80"');
    writeFileSync(sidecar, bytes);
    expect(await answer()).toContain('own80"');
  });

  it('changes nothing when it is cut, whatever is left of it', async () => {
    for (let length = 0; length < bytes.length; length += 997) {
      writeFileSync(sidecar, bytes.subarray(0, length));
      expect(readSidecar(sidecar, opened())).toBeUndefined();
    }
    expect(await answer()).toBe(expected);
    writeFileSync(sidecar, bytes);
  });

  it('changes nothing when a bit of it is turned, whichever', async () => {
    for (let at = 0; at < bytes.length; at += 211) {
      const turned = Buffer.from(bytes);
      turned[at]! ^= 1 << (at % 8);
      writeFileSync(sidecar, turned);
      const index = readSidecar(sidecar, opened());
      // Blanks behind the header and what only a build looks at may be anything.
      if (index !== undefined) expect(sectionsOf(index)).toEqual(sectionsOf(readFrom(bytes)));
      expect(await answer()).toBe(expected);
    }
    writeFileSync(sidecar, bytes);
  });

  it.each([
    ['zeros', () => Buffer.alloc(bytes.length)],
    ['nothing', () => Buffer.alloc(0)],
    ['the format before', () => Buffer.concat([Buffer.from('ctxidx01'), bytes.subarray(8)])],
    ['a later format', () => Buffer.concat([Buffer.from('ctxidx99'), bytes.subarray(8)])],
    ['text', () => Buffer.from('{"sidecar": true}'.repeat(1_000))],
  ])('changes nothing when it is full of %s', async (_, contents) => {
    writeFileSync(sidecar, contents());
    expect(readSidecar(sidecar, opened())).toBeUndefined();
    expect(await answer()).toBe(expected);
    writeFileSync(sidecar, bytes);
  });

  it('changes nothing when it belongs to another cache, is a directory or leads elsewhere', async () => {
    const other = makeCache(join(folder, 'other'), made.slice(1));
    copyFileSync(await makeSidecar(other), sidecar);
    expect(readSidecar(sidecar, opened())).toBeUndefined();
    expect(await answer()).toBe(expected);
    rmSync(sidecar);
    mkdirSync(sidecar);
    expect(await answer()).toBe(expected);
    rmSync(sidecar, { recursive: true });
    writeFileSync(join(folder, 'elsewhere'), bytes);
    symlinkSync(join(folder, 'elsewhere'), sidecar);
    expect(readSidecar(sidecar, opened())).toBeUndefined();
    rmSync(sidecar);
    writeFileSync(sidecar, bytes);
  });

  it('is dropped when a document that is returned is not what it says', async () => {
    for (const field of ['words', 'tokens'] as const) {
      await writeForged(index => {
        const { documents } = index;
        for (let position = 0; position < documents.count; position++) documents[field][position]! += 1;
        return index;
      });
      expect(readSidecar(sidecar, opened())).toBeDefined();
      expect(await answer()).toBe(expected);
      writeFileSync(sidecar, bytes);
    }
  });

  it('is dropped when its checksums are right and its insides make no sense', async () => {
    const { postings } = readFrom(bytes);
    for (const contents of [Buffer.alloc(0), Buffer.alloc(postings.length), Buffer.alloc(postings.length, 0xff)]) {
      await writeForged(index => ({ ...index, postings: contents }));
      expect(readSidecar(sidecar, opened())).toBeDefined();
      expect(await answer()).toBe(expected);
      writeFileSync(sidecar, bytes);
    }
  });

  it('is used for a manifest that is printed in another way, with documents in another order', async () => {
    const path = join(folder, 'foreign');
    makeCache(path, [...made].reverse());
    const manifest = join(path, 'manifest.json');
    writeFileSync(manifest, JSON.stringify(JSON.parse(readFileSync(manifest, 'utf8'))));
    expect(openCache(path).manifest.isCanonical).toBe(false);
    const scanned = [...printResult(await scan(openCache(path), asked), 'json')].join('');
    await makeSidecar(path);
    expect(readSidecar(`${path}.ctxidx`, openCache(path))).toBeDefined();
    expect([...printResult(await resolveOnce(path, asked, new Stop()), 'json')].join('')).toBe(scanned);
    expect(scanned).toBe(expected);
  });

  it('does not hide damage, to documents that are returned and to others', async () => {
    for (const position of [3, 42, 150]) {
      const file = join(cache, opened().manifest.documents[position]!.file);
      const before = readFileSync(file);
      writeFileSync(file, before.toString().replace('common', 'Common'));
      await expect(answer()).rejects.toMatchObject({ kind: 'corrupt' });
      writeFileSync(file, before);
      expect(await answer()).toBe(expected);
    }
  });

  it('is readable for those who can read the cache, and for nobody else', async () => {
    for (const [directory, manifest, mode] of [
      [0o700, 0o644, 0o600],
      [0o755, 0o600, 0o600],
      [0o755, 0o644, 0o644],
      [0o750, 0o640, 0o640],
    ] as const) {
      chmodSync(join(cache, 'manifest.json'), manifest);
      chmodSync(cache, directory);
      expect((statSync(await makeSidecar(cache)).mode & 0o777).toString(8)).toBe(mode.toString(8));
    }
    bytes = readFileSync(sidecar);
  });

  it('tells the next build what it can take over', async () => {
    const { manifest, manifestBytes } = opened();
    const path = join(folder, 'with-sources');
    const paths = made.map(({ id }) => id.toUpperCase());
    const signatures = Signatures.of(made.length);
    for (const at of made.keys())
      signatures.set(at, { ino: BigInt(at), size: 2n ** 40n, mtimeNs: -5n, ctimeNs: 1_700_000_000_123_456_789n });
    const builder = new RunBuilder();
    for (const [position, { content }] of made.entries()) builder.add(position, content);
    const runs = [{ source: runInMemory(builder.take()) }];
    const subject = { directory: cache, manifest, manifestBytes, startedAt: 1_234 };
    const draft = await draftSidecar(join(folder, 'aside'), subject, runs);
    await publishSidecar(path, draft, subject, { paths, signatures });
    const reusable = readReusable(path, opened())!;
    expect(reusable.startedAt).toBe(1_234);
    expect(reusable.sources).toEqual({ paths, signatures });
    const file = lstatSync(join(cache, manifest.documents[7]!.file), { bigint: true });
    expect(reusable.files.isAt(7, file)).toBe(true);
    expect(readReusable(sidecar, opened())).toBeUndefined();
  });
});
