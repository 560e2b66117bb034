import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { commandsFile } from './build.js';
import type { Commands } from './bundle.js';
import { readCompiled, writeCompiled } from './compiled-code.js';

/** Loads all commands. `keepCompiled` stores the code V8 has compiled, so that the next start need not compile it again. */
export function loadCommands(): { readonly commands: Commands; readonly keepCompiled: () => void } {
  const file = commandsFile();
  const cached = readCompiled();
  // The bundle is ASCII, so it can be read as latin1, which is the fastest.
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'latin1')}\n})`;
  const script = new Script(source, { filename: file, ...(cached && { cachedData: cached }) });
  const module = { exports: {} as Commands };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  const isKept = cached !== undefined && script.cachedDataRejected !== true;
  return {
    commands: module.exports,
    keepCompiled: () => {
      if (!isKept) writeCompiled(script.createCachedData());
    },
  };
}
