import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SPILL_CHUNK_BYTES } from '../parts/spills.js';
import type { Chunks } from '../sql/chunks.js';

/** The pieces of spills, in a file for each upload: only this user can read them. */
export function chunkFiles(folder: string): Chunks {
  const fileOf = (upload: string) => join(folder, upload);
  return {
    async write(upload, index, chunk) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(fileOf(upload), index === 0 ? 'w' : 'r+', 0o600);
      try {
        const { size } = await file.stat();
        if (size < index * SPILL_CHUNK_BYTES) throw new Error('pieces of a spill come in order');
        await file.write(chunk, 0, chunk.length, index * SPILL_CHUNK_BYTES);
      } finally {
        await file.close();
      }
    },
    async stored(upload) {
      const file = await open(fileOf(upload), 'r+').catch(() => undefined);
      if (file === undefined) return 0;
      try {
        await file.sync();
        return (await file.stat()).size;
      } finally {
        await file.close();
      }
    },
    async read(upload, first, end) {
      const file = await open(fileOf(upload), 'r').catch(() => undefined);
      if (file === undefined) return new Uint8Array();
      try {
        const buffer = Buffer.alloc((end - first) * SPILL_CHUNK_BYTES);
        const { bytesRead } = await file.read(buffer, 0, buffer.length, first * SPILL_CHUNK_BYTES);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    async forget(uploads) {
      for (const upload of uploads) await rm(fileOf(upload), { force: true });
    },
    list: () => readdir(folder).catch(() => []),
  };
}
