import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';

// Reads every module below a folder with the grammar that the scan uses, and does nothing with the trees.
const [folder = ''] = process.argv.slice(2);
await Parser.init();
const grammar = createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm');
const parser = new Parser();
parser.setLanguage(await Language.load(grammar));
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.py')) parser.parse(readFileSync(join(folder, name), 'utf8'))?.delete();
