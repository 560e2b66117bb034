import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entryStarts } from './canonical-entry.js';
import { readCanonicalManifest, readKnownManifest } from './canonical-manifest.js';
import { type Manifest, printManifest, readManifest } from './manifest.js';

const text = fc.string({ unit: 'binary', maxLength: 8 });
const manifest: fc.Arbitrary<Omit<Manifest, 'isCanonical'>> = fc.record({
  cacheVersion: text,
  formatVersion: fc.constantFrom('1', '999'),
  hashAlgorithm: fc.constant('sha256'),
  createdAt: fc.constantFrom('2026-02-09T15:12:47.167Z', '2026-02-30T15:12:47.167Z'),
  documentCount: fc.nat(),
  documents: fc.array(fc.record({ id: text, version: text, file: text }), { maxLength: 4 }),
});

/** The same manifest with its entries as plain objects. */
function plain(read: Manifest | undefined) {
  if (read === undefined) return undefined;
  const { isCanonical: _, ...manifest } = read;
  return { ...manifest, documents: read.documents.map(({ id, version, file }) => ({ id, version, file })) };
}

it('reads every manifest that is printed here, and only moments that exist', () => {
  fc.assert(
    fc.property(manifest, given => {
      const isReal = !given.createdAt.startsWith('2026-02-30');
      expect(plain(readCanonicalManifest(Buffer.from(printManifest(given))))).toEqual(isReal ? given : undefined);
    }),
    { numRuns: 500 },
  );
});

it('never takes for a manifest what the strict reader does not, nor reads anything else from it', () => {
  const edit = fc.tuple(
    fc.nat(),
    fc.nat({ max: 3 }),
    fc.constantFrom('', '"', '\\', ',', ' ', '\n', '0', '-', '.0', ']', '}', '\\u0041'),
  );
  fc.assert(
    fc.property(manifest, edit, (given, [at, removed, inserted]) => {
      const printed = printManifest(given);
      const place = at % printed.length;
      const changed = Buffer.from(printed.slice(0, place) + inserted + printed.slice(place + removed));
      const quick = plain(readCanonicalManifest(changed));
      // A blank before the value sends it past the quick reader.
      if (quick !== undefined) expect(plain(readManifest(Buffer.concat([Buffer.from(' '), changed])))).toEqual(quick);
    }),
    { numRuns: 2_000 },
  );
});

it('reads the same when it is told where the entries begin, and nothing when that is not so', () => {
  fc.assert(
    fc.property(manifest, fc.nat(), (given, wrong) => {
      const bytes = Buffer.from(printManifest(given));
      const starts = entryStarts(bytes, given.documents.length);
      expect(plain(readKnownManifest(bytes, starts))).toEqual(plain(readCanonicalManifest(bytes)));
      if (starts.length === 0) return;
      const moved = starts.slice();
      moved[wrong % starts.length]! += 1 + (wrong % 50);
      const isStart = moved.every(start => starts.includes(start));
      if (!isStart) expect(readKnownManifest(bytes, moved)).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});
