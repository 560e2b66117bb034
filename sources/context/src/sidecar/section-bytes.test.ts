import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { UnusableIndex } from '../index/unusable-index.js';
import { FileSink } from './file-sink.js';
import { SectionBytes } from './section-bytes.js';
import { BLOCK_BYTES } from './sidecar-header.js';

const folder = mkdtempSync(join(tmpdir(), 'concord-section-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'section');
const bytes = Buffer.from(Array.from({ length: BLOCK_BYTES * 4 + 100 }, (_, at) => (at * 7 + (at >> 8)) & 0xff));
let sha256: string;

beforeEach(() => {
  const descriptor = openSync(file, 'w');
  const sink = new FileSink(descriptor);
  for (let at = 0; at < bytes.length; at += 1_000) sink.write(bytes.subarray(at, at + 1_000));
  sha256 = sink.finish();
  closeSync(descriptor);
});

function opened<Result>(work: (section: SectionBytes) => Result): Result {
  const descriptor = openSync(file, 'r');
  try {
    return work(new SectionBytes(descriptor, { offset: 0, length: bytes.length, sha256 }));
  } finally {
    closeSync(descriptor);
  }
}

function turnBit(at: number): void {
  const contents = readFileSync(file);
  contents[at]! ^= 4;
  writeFileSync(file, contents);
}

const block = (number: number) => [number * BLOCK_BYTES + 10, number * BLOCK_BYTES + 20] as const;

describe('a section', () => {
  it('gives every range of what was written, in any order', () => {
    opened(section => {
      for (const [start, end] of [block(2), [0, 0], [BLOCK_BYTES - 1, BLOCK_BYTES * 3 + 1], [5, bytes.length]] as const)
        expect(section.subarray(start, end).equals(bytes.subarray(start, end))).toBe(true);
      expect(section.whole().equals(bytes)).toBe(true);
    });
  });

  it('tells of damage when the block is read, and reads no other', () => {
    turnBit(BLOCK_BYTES * 2 + 5_000);
    opened(section => {
      for (const number of [0, 1, 3]) section.subarray(...block(number));
      expect(() => section.subarray(...block(2))).toThrow(UnusableIndex);
      expect(() => section.whole()).toThrow(UnusableIndex);
      // A block that was found to be damaged stays so.
      expect(() => section.subarray(...block(2))).toThrow(UnusableIndex);
    });
  });

  it('tells of damage to its hashes, and of an end that is missing, before anything is read', () => {
    turnBit(bytes.length + 40);
    expect(() => opened(() => {})).toThrow(UnusableIndex);
    truncateSync(file, bytes.length + 40);
    expect(() => opened(() => {})).toThrow(UnusableIndex);
  });

  it('has nothing outside itself', () => {
    opened(section => {
      expect(() => section.subarray(0, bytes.length + 1)).toThrow(UnusableIndex);
      expect(() => section.subarray(-1, 5)).toThrow(UnusableIndex);
    });
  });

  it('tells of a file that can no longer be read', () => {
    const descriptor = openSync(file, 'r');
    const section = new SectionBytes(descriptor, { offset: 0, length: bytes.length, sha256 });
    closeSync(descriptor);
    expect(() => section.whole()).toThrow(UnusableIndex);
  });
});
