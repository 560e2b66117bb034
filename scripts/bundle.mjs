// Makes of the compiled packages what `mcp` starts: a thin entry, and one file with all commands.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const cli = new URL('../packages/cli/dist/', import.meta.url);
const bundle = new URL('bundle/', cli);
const path = (name, base = bundle) => new URL(name, base).pathname;

const shared = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minify: true,
  // Some packages offer a module that bundles well only under that name.
  mainFields: ['module', 'main'],
  // Files that go with a package are found from its modules: here, beside the bundle.
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: "'use strict';const moduleUrl=require('node:url').pathToFileURL(__dirname+'/dist/module/x.js').href;" },
  // Takes types out of modules where Node cannot; large, and found beside the command where it is needed.
  external: ['amaro'],
  logLevel: 'warning',
};

/** A package that is a file of its own, which is loaded when something of it is first needed. */
const apart = (name, file) => ({
  name: `${file} apart`,
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: file, namespace: file }));
    build.onResolve({ filter: new RegExp(`^\\./${file}$`) }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /^/, namespace: file }, () => ({ contents: `module.exports = require('./${file}')` }));
  },
});
await build({
  ...shared,
  entryPoints: [path('start/bundle.js', cli)],
  outfile: path('commands.cjs'),
  // The engine that reads code is for the commands that scan, the driver of PostgreSQL for those that share a store, and signed tokens
  // are for those who take them.
  plugins: [apart('@concord/source-code', 'code.cjs'), apart('pg', 'pg.cjs'), apart('jose', 'jose.cjs')],
});
await build({
  ...shared,
  entryPoints: [new URL('../node_modules/pg/lib/index.js', import.meta.url).pathname],
  outfile: path('pg.cjs'),
  external: ['pg-native'],
});
await build({
  ...shared,
  entryPoints: [new URL('../node_modules/jose/dist/webapi/index.js', import.meta.url).pathname],
  outfile: path('jose.cjs'),
});
rmSync(path('migrations'), { recursive: true, force: true });
cpSync(new URL('../packages/store/migrations/', import.meta.url).pathname, path('migrations'), { recursive: true });
const code = new URL('../sources/code/', import.meta.url);
await build({ ...shared, entryPoints: [path('dist/index.js', code)], outfile: path('code.cjs') });
const grammars = new URL('../node_modules/@vscode/tree-sitter-wasm/wasm/', import.meta.url);
rmSync(path('grammars'), { recursive: true, force: true });
mkdirSync(path('grammars'));
for (const name of ['python', 'javascript', 'java', 'go'])
  cpSync(path(`tree-sitter-${name}.wasm`, grammars), path(`grammars/tree-sitter-${name}.wasm`));
// Unpacking takes a few milliseconds, and only where such a language is read.
for (const name of ['typescript', 'tsx', 'c-sharp'])
  writeFileSync(
    path(`grammars/tree-sitter-${name}.wasm.gz`),
    gzipSync(readFileSync(path(`tree-sitter-${name}.wasm`, grammars)), { level: 9 }),
  );
cpSync(
  new URL('../node_modules/web-tree-sitter/web-tree-sitter.wasm', import.meta.url).pathname,
  path('grammars/web-tree-sitter.wasm'),
);
rmSync(path('rules'), { recursive: true, force: true });
// Test files of rules stay at home.
cpSync(path('rules/', code), path('rules'), {
  recursive: true,
  filter: from => statSync(from).isDirectory() || from.endsWith('.yaml'),
});
const { parseRules, ruleFilesIn } = await import(path('dist/index.js', code));
parseRules(path('rules'), ruleFilesIn(path('rules'), 0));
// What starts servers while the commands are loaded holds nothing that is imported later: sources are found, never made.
await build({
  ...shared,
  entryPoints: [path('start/start-servers.js', cli)],
  outfile: path('start-servers.cjs'),
  plugins: [
    {
      name: 'no-later-imports',
      setup: ({ onResolve }) =>
        onResolve({ filter: /^/ }, ({ kind, path }) =>
          kind === 'dynamic-import' ? { path, external: true } : undefined,
        ),
    },
  ],
});
// A thread starts from a file of its own, which is looked for beside the modules.
await build({
  ...shared,
  format: 'esm',
  define: {},
  // Some packages ask for modules of Node with `require`.
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  entryPoints: ['packages', 'sources'].flatMap(workersIn),
  outdir: path('dist/module'),
  entryNames: '[name]',
});
// So does the process that starts others, which needs nothing else.
const launcher = 'launcher-program.cjs';
cpSync(
  new URL(`../packages/engine/dist/process/launcher/${launcher}`, import.meta.url).pathname,
  path(`dist/module/${launcher}`),
);
// What authors of tools import, from wherever their project is.
const folder = new URL('../sources/folder/', import.meta.url);
// What it needs only now and then lies in files beside it, which find the rest of the bundle as the modules do.
rmSync(path('helpers'), { recursive: true, force: true });
await build({
  ...shared,
  format: 'esm',
  banner: { js: "const moduleUrl=new URL('../dist/module/x.js',import.meta.url).href;" },
  minify: false,
  splitting: true,
  entryPoints: [path('dist/helpers/tool.js', folder)],
  outdir: path('helpers'),
});
cpSync(path('sdk/', folder), path('sdk'), { recursive: true });
const hash = createHash('sha256')
  .update(readFileSync(path('commands.cjs')))
  .update(readFileSync(path('start-servers.cjs')))
  .digest('hex')
  .slice(0, 12);
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const { mainHelp } = await import(path('print/help.js', cli));
const { commands } = await import(path('commands/index.js', cli));
await build({
  ...shared,
  banner: { js: '#!/usr/bin/env node' },
  entryPoints: [path('mcp.js', cli)],
  outfile: path('mcp.cjs'),
  define: {
    BUILD: JSON.stringify(`${version}-${hash}`),
    MAIN_HELP: JSON.stringify(await mainHelp(commands)),
    // Nothing that stays in the thin entry asks where it is.
    'import.meta.url': 'undefined',
  },
});
chmodSync(path('mcp.cjs'), 0o755);
/** The programs of threads, in the compiled packages of a folder. */
function workersIn(folder) {
  const base = new URL(`../${folder}/`, import.meta.url).pathname;
  return readdirSync(base)
    .map(name => `${base}${name}/dist`)
    .filter(dist => existsSync(dist))
    .flatMap(dist => readdirSync(dist, { recursive: true }).map(name => `${dist}/${name}`))
    .filter(name => name.endsWith('-worker.js') && !name.startsWith(path('')));
}
