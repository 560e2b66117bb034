import { NONE } from '../../syntax/tree.js';
import { complexityOf, Imports } from '../../workspace/facts.js';
import type { Answer, Asked } from '../question/asked.js';
import { codeOf, describe } from '../question/shared.js';

/** What is in a file: its symbols with their places and hashes, its imports, and nothing of its code. */
export async function getFileContext(asked: Asked): Promise<Answer> {
  const file = await codeOf(asked);
  const { symbols, lines, tree } = file;
  const depth = asked.number('depth') ?? Number.POSITIVE_INFINITY;
  const wantsPrivate = asked.question.args.include_private !== false;
  const depthOf = (index: number): number => (symbols[index]!.above === NONE ? 1 : 1 + depthOf(symbols[index]!.above));
  const shownSymbols = symbols.filter((each, index) => depthOf(index) <= depth && (wantsPrivate || each.isExported));
  const most = asked.within('max_symbols', asked.number('max_symbols'), Number.POSITIVE_INFINITY);
  if (shownSymbols.length > most) asked.cut('max_symbols');
  const imports = new Imports(file).facts;
  asked.uses('scope:file');
  const { shown, page } = asked.page(shownSymbols.slice(0, most), symbol => {
    const { id: _, ...rest } = describe(file, symbol);
    const branches =
      symbol.kind === 'function' || symbol.kind === 'method' ? complexityOf(tree, symbol.node) : undefined;
    return { ...rest, ...(branches !== undefined && { complexity: branches }) };
  });
  return asked.answer({
    ...(file.path !== '' && { file_path: file.path }),
    file_sha256: file.hash,
    language: file.language.id,
    line_count: lines.count,
    byte_count: file.bytes.length,
    symbols: shown,
    ...page,
    symbols_total: symbols.length,
    imports: imports.slice(0, 100).map(({ module, names, line }) => ({ module, names: [...names], line })),
    total_imports: imports.length,
    imports_truncated: imports.length > 100,
    exports: symbols
      .filter(({ isExported, above }) => isExported && above === NONE)
      .slice(0, 100)
      .map(({ name }) => name),
    complexity_score: complexityOf(tree, 0),
    parse_errors: tree.broken.slice(0, 10).map(({ start }) => {
      const { line, column } = lines.placeOf(start);
      return { line, column };
    }),
  });
}
