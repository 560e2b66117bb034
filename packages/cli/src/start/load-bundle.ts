import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { Script } from 'node:vm';
import { commandsFile, startServersFile } from './build.js';
import type { Commands } from './bundle.js';
import { readCompiled, writeCompiled } from './compiled-code.js';

/** What a bundle exports. `keepCompiled` stores the code V8 has compiled, so that the next start need not compile it again. */
interface Loaded<Exports> {
  readonly exports: Exports;
  readonly keepCompiled: () => void;
}

/** Loads all commands. */
export const loadCommands = (): Loaded<Commands> => loadBundle(commandsFile());

/** Loads what starts servers while the commands are loaded. */
export const loadStartServers = (): Loaded<typeof import('./start-servers.js')> => loadBundle(startServersFile());

function loadBundle<Exports>(file: string): Loaded<Exports> {
  const name = basename(file, '.cjs');
  const cached = readCompiled(name);
  // The bundle is ASCII, so it can be read as latin1, which is the fastest.
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'latin1')}\n})`;
  const script = new Script(source, { filename: file, ...(cached && { cachedData: cached }) });
  const module = { exports: {} as Exports };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  const isKept = cached !== undefined && script.cachedDataRejected !== true;
  return {
    exports: module.exports,
    keepCompiled: () => {
      if (!isKept) writeCompiled(name, script.createCachedData());
    },
  };
}
