import type { Json } from '@concord/contract';
import { Kind, Role } from '../../syntax/kinds.js';
import { childAs, childrenOf, NONE, type Tree } from '../../syntax/tree.js';
import { complexityOf, Imports } from '../../workspace/facts.js';
import { type CodeSymbol, plainName } from '../../workspace/outline.js';
import type { SourceFile } from '../../workspace/source-file.js';
import type { Answer, Asked } from '../question/asked.js';
import { codeOf } from '../question/shared.js';

const LONG_FUNCTION = 50;
const MANY_PARAMETERS = 5;
const DEEP_NESTING = 4;
const MANY_METHODS = 20;
const MANY_BRANCHES = 15;

/** Measures a piece of code: what it declares, how it branches, and what will be hard to change in it. */
export async function analyzeCode(asked: Asked): Promise<Answer> {
  const file = await codeOf(asked);
  const { tree, symbols, lines } = file;
  const imports = new Imports(file);
  const functions = symbols.filter(({ kind }) => kind === 'function' || kind === 'method');
  const classes = symbols.filter(
    ({ kind }) => kind === 'class' || kind === 'interface' || kind === 'struct' || kind === 'record',
  );
  const smells = [
    ...functions.flatMap(each => smellsOf(file, each)),
    ...classes.flatMap(each => methodsOf(file, each)),
  ];
  const limit = asked.limit('max_findings');
  if (smells.length > limit) asked.cut('max_findings');
  asked.uses('scope:file');
  const unused = unusedImports(file, imports);
  const { shown, page } = asked.page(functions, symbol => ({
    name: symbol.name,
    line: lines.lineOf(symbol.start),
    end_line: lines.lineOf(Math.max(symbol.start, symbol.end - 1)),
    parameters: parameterCount(tree, symbol),
    complexity: complexityOf(tree, symbol.node),
    cognitive_complexity: cognitiveOf(tree, symbol.node),
    ...(symbol.isAsync && { async: true }),
  }));
  return asked.answer({
    ...(file.path !== '' && { file_path: file.path, file_sha256: file.hash }),
    language_detected: file.language.id,
    lines_of_code: codeLines(file),
    total_lines: lines.count,
    complexity: complexityOf(tree, 0),
    cognitive_complexity: cognitiveOf(tree, 0),
    function_count: functions.length,
    class_count: classes.length,
    functions: functions.slice(0, 200).map(({ name }) => name),
    classes: classes.slice(0, 200).map(({ name }) => name),
    function_details: shown,
    ...page,
    imports: imports.facts.slice(0, 100).map(({ module }) => module),
    unused_imports: unused.slice(0, 50),
    code_smells: smells.slice(0, limit),
    issues: tree.broken.slice(0, 20).map(({ start }) => ({ type: 'syntax', line: lines.lineOf(start) })),
  });
}

function smellsOf(file: SourceFile, symbol: CodeSymbol): Json[] {
  const { tree, lines } = file;
  const line = lines.lineOf(symbol.start);
  const length = lines.lineOf(Math.max(symbol.start, symbol.end - 1)) - line + 1;
  const found: Json[] = [];
  const add = (type: string, severity: string, measured: number, limit: number) =>
    found.push({ type, symbol: symbol.name, line, severity, measured, limit });
  if (length > LONG_FUNCTION)
    add('long_function', length > 2 * LONG_FUNCTION ? 'medium' : 'low', length, LONG_FUNCTION);
  const parameters = parameterCount(tree, symbol);
  if (parameters > MANY_PARAMETERS) add('many_parameters', 'low', parameters, MANY_PARAMETERS);
  const depth = nestingOf(tree, symbol.node);
  if (depth > DEEP_NESTING) add('deep_nesting', 'medium', depth, DEEP_NESTING);
  const branches = complexityOf(tree, symbol.node);
  if (branches > MANY_BRANCHES)
    add('many_branches', branches > 2 * MANY_BRANCHES ? 'high' : 'medium', branches, MANY_BRANCHES);
  return found;
}

function methodsOf({ symbols, lines }: SourceFile, symbol: CodeSymbol): Json[] {
  const index = symbols.indexOf(symbol);
  const count = symbols.filter(({ above, kind }) => above === index && kind === 'method').length;
  if (count <= MANY_METHODS) return [];
  return [
    {
      type: 'large_class',
      symbol: symbol.name,
      line: lines.lineOf(symbol.start),
      severity: 'medium',
      measured: count,
      limit: MANY_METHODS,
    },
  ];
}

function parameterCount(tree: Tree, { node, kind }: CodeSymbol): number {
  let at = node;
  if (tree.kind[at] !== Kind.Function) {
    at = node;
    while (at < tree.last[node]! && tree.kind[at] !== Kind.Function) at++;
    if (at >= tree.last[node]!) return 0;
  }
  const list = childAs(tree, at, Role.Parameters);
  const all = list === NONE ? [] : childrenOf(tree, list);
  const isSelf = (each: number) => /^(?:self|cls)$/.test(tree.value[childAs(tree, each, Role.Name)] ?? '');
  return kind === 'method' && tree.language === 'python' ? all.filter(each => !isSelf(each)).length : all.length;
}

const nests: ReadonlySet<Kind> = new Set([
  Kind.If,
  Kind.While,
  Kind.DoWhile,
  Kind.For,
  Kind.ForEach,
  Kind.Switch,
  Kind.Try,
  Kind.With,
]);

function isElseIf(tree: Tree, node: number): boolean {
  return tree.kind[node] === Kind.If && tree.role[node] === Role.Else;
}

function nestingOf(tree: Tree, root: number): number {
  let deepest = 0;
  const open: number[] = [];
  for (let node = root + 1; node < tree.last[root]!; node++) {
    while (open.length > 0 && node >= tree.last[open.at(-1)!]!) open.pop();
    if (!nests.has(tree.kind[node]! as Kind) || isElseIf(tree, node)) continue;
    open.push(node);
    deepest = Math.max(deepest, open.length);
  }
  return deepest;
}

/** Branches count more the deeper they stand; one more for each run of `and` and `or`. */
export function cognitiveOf(tree: Tree, root: number): number {
  let sum = 0;
  const open: number[] = [];
  for (let node = root + 1; node < tree.last[root]!; node++) {
    while (open.length > 0 && node >= tree.last[open.at(-1)!]!) open.pop();
    const kind = tree.kind[node]! as Kind;
    if (kind === Kind.Binary && (tree.value[node] === '&&' || tree.value[node] === '||')) {
      if (tree.value[tree.parent[node]!] !== tree.value[node]) sum++;
    } else if (kind === Kind.Jump && childAs(tree, node, Role.Name) !== NONE) sum++;
    else if (isElseIf(tree, node)) sum++;
    else if (nests.has(kind) && kind !== Kind.Try && kind !== Kind.With) {
      sum += 1 + open.length;
      open.push(node);
    } else if (kind === Kind.Catch || kind === Kind.Ternary) sum += 1 + open.length;
    else if (kind === Kind.Function && tree.value[node] === 'lambda') open.push(node);
  }
  return sum;
}

/** Lines that hold something other than white space; comments count, for no tree has them. */
function codeLines({ text }: SourceFile): number {
  return text.split('\n').filter(line => line.trim() !== '').length;
}

/** Names that are imported and never used after. */
function unusedImports(file: SourceFile, imports: Imports): Json[] {
  const { names, tree, lines } = file;
  if (tree.language === 'go') return [];
  const used = new Set<number>();
  for (let node = 1; node < tree.size; node++) {
    const entity = names.symbolOf[node];
    if (entity && entity.declaration !== node) used.add(entity.id);
  }
  return names.symbols.flatMap(entity => {
    if (used.has(entity.id) || !imports.of(entity.declaration)) return [];
    if (/^__/.test(entity.name) || file.path.endsWith('__init__.py')) return [];
    return [{ name: plainName(entity.name), line: lines.lineOf(tree.start[entity.declaration]!) }];
  });
}
