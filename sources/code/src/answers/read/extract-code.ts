import type { Json, JsonObject } from '@concord/contract';
import { Kind } from '../../syntax/kinds.js';
import { NONE } from '../../syntax/tree.js';
import { Imports } from '../../workspace/facts.js';
import { resolveImport } from '../../workspace/graph.js';
import type { CodeSymbol } from '../../workspace/outline.js';
import type { SourceFile } from '../../workspace/source-file.js';
import type { Answer, Asked } from '../question/asked.js';
import { codeOf, describe, symbolOf, tokensOf } from '../question/shared.js';

/** The code of one symbol, byte for byte as it is on the disk, and on request what it uses. */
export async function extractCode(asked: Asked): Promise<Answer> {
  const file = await codeOf(asked);
  const symbol = symbolOf(asked, file);
  const code = textOf(file, symbol.start, symbol.end);
  const room = asked.budget - Buffer.byteLength(code) - 1_500;
  const slice = describe(file, symbol);
  const data: Record<string, Json> = {
    ...(file.path !== '' && { file_path: file.path, file_sha256: file.hash }),
    target_name: symbol.name,
    target_kind: symbol.kind,
    target_code: code,
    ...pick(slice, ['line_start', 'line_end', 'bytes', 'sha256', 'signature', 'doc']),
    language_detected: file.language.id,
    total_lines: code.split('\n').length,
    token_estimate: tokensOf(code),
    ...(file.isBytes && { encoding: 'latin1' }),
  };
  asked.uses('scope:file');
  if (asked.flag('include_context')) {
    const depth = asked.within('max_depth', asked.number('context_depth'), 1);
    const used = usedBy(file, symbol, depth);
    const items: Json[] = [];
    let bytes = 0;
    for (const each of used) {
      const text = textOf(file, each.start, each.end);
      bytes += Buffer.byteLength(text) + 200;
      if (bytes > room) break;
      items.push({ ...pick(describe(file, each), ['name', 'kind', 'line_start', 'line_end', 'sha256']), code: text });
    }
    data.context_items = items;
    data.context_total = used.length;
    data.context_truncated = items.length < used.length;
    data.imports = importsUsed(file, symbol);
  }
  if (asked.flag('include_cross_file_deps') && asked.has('include_cross_file_deps')) {
    data.cross_file_items = await usedOfOthers(
      asked,
      file,
      symbol,
      room - Buffer.byteLength(JSON.stringify(data.context_items ?? [])),
    );
    asked.uses('scope:project');
  }
  return asked.answer(data);
}

const pick = (from: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap(name => (from[name] === undefined ? [] : [[name, from[name]!]])));

const textOf = (file: SourceFile, start: number, end: number): string => file.text.slice(start, end);

/** The symbols of the same file that a symbol uses, the nearest first. */
export function usedBy(file: SourceFile, symbol: CodeSymbol, depth: number): CodeSymbol[] {
  const { tree, names, symbols } = file;
  const byName = new Map(symbols.map(each => [each.nameNode, each]));
  const seen = new Set<CodeSymbol>([symbol]);
  const found: CodeSymbol[] = [];
  let wave = [symbol];
  for (let step = 0; step < depth && wave.length > 0; step++) {
    const next: CodeSymbol[] = [];
    for (const from of wave)
      for (let node = from.node; node < tree.last[from.node]!; node++) {
        if (tree.kind[node] !== Kind.Name) continue;
        const declared = names.symbolOf[node]?.declaration;
        const used = declared === undefined ? memberNamed(file, node, from) : byName.get(declared);
        if (!used || seen.has(used) || (used.start >= from.start && used.end <= from.end)) continue;
        // What contains the symbol is no help: it would be the symbol again.
        if (used.start <= symbol.start && used.end >= symbol.end) continue;
        seen.add(used);
        found.push(used);
        next.push(used);
      }
    wave = next;
  }
  return found;
}

/** The member of the same class that `this.name` or `self.name` means. */
function memberNamed(file: SourceFile, node: number, from: CodeSymbol): CodeSymbol | undefined {
  const { tree, symbols } = file;
  const member = tree.parent[node]!;
  if (from.above === NONE || tree.kind[member] !== Kind.Member) return undefined;
  const object = tree.first[member]!;
  if (!/^(?:this|self|cls)$/.test(tree.value[object] ?? '')) return undefined;
  return symbols.find(each => each.above === from.above && each.name.endsWith(`.${tree.value[node]}`));
}

/** The imports whose names a symbol uses. */
function importsUsed(file: SourceFile, symbol: CodeSymbol): Json[] {
  const { tree } = file;
  const imports = new Imports(file);
  const found = new Map<string, JsonObject>();
  for (let node = symbol.node; node < tree.last[symbol.node]!; node++) {
    if (tree.kind[node] !== Kind.Name) continue;
    const imported = imports.of(node);
    if (imported)
      found.set(JSON.stringify(imported), {
        name: tree.value[node]!,
        module: imported.module,
        names: [...imported.names],
      });
  }
  return [...found.values()].slice(0, 50);
}

async function usedOfOthers(asked: Asked, file: SourceFile, symbol: CodeSymbol, room: number): Promise<Json> {
  const project = await asked.workspace.project();
  const facts = project.files.find(each => each.absolute === file.absolute);
  if (!facts) return [];
  const index = file.symbols.indexOf(symbol);
  const items: Json[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  for (const call of facts.calls) {
    if (!call.imported || (call.from !== index && !isInside(facts.symbols, call.from, index))) continue;
    const target = resolveImport(project, facts, call.imported);
    if (!target || target.name === '' || seen.has(`${target.file.path}#${target.name}`)) continue;
    seen.add(`${target.file.path}#${target.name}`);
    const other = await asked.workspace.fileAt(target.file);
    const used = other.symbols.find(each => each.name === target.name);
    if (!used) continue;
    const text = textOf(other, used.start, used.end);
    bytes += Buffer.byteLength(text) + 200;
    if (bytes > room) break;
    items.push({
      file: other.path,
      ...pick(describe(other, used), ['name', 'kind', 'line_start', 'line_end']),
      code: text,
    });
  }
  return items;
}

function isInside(symbols: readonly { readonly above: number }[], from: number, outer: number): boolean {
  for (let at = from; at !== NONE; at = symbols[at]!.above) if (at === outer) return true;
  return false;
}
