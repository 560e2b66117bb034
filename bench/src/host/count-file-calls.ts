// Preloaded into a server, it counts every call of the file system.
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const counted = globalThis as { fileSystemCalls?: number };
counted.fileSystemCalls = 0;

for (const library of [fs, promises] as unknown as Record<string, unknown>[])
  for (const [name, original] of Object.entries(library)) {
    // Classes and constants stay as they are.
    if (typeof original !== 'function' || /^[A-Z_]/.test(name)) continue;
    library[name] = function (this: unknown, ...args: unknown[]) {
      counted.fileSystemCalls = (counted.fileSystemCalls ?? 0) + 1;
      return original.apply(this, args);
    };
  }
syncBuiltinESMExports();
