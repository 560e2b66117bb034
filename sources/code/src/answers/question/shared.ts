import type { Json, JsonObject } from '@concord/contract';
import { decode } from '../../project/decode.js';
import type { Language } from '../../syntax/language.js';
import { languageOf } from '../../syntax/languages/index.js';
import { grammarOf, ParseStopped, parseLoaded, parseWithin } from '../../syntax/parse.js';
import type { FileFacts, SymbolFact } from '../../workspace/facts.js';
import { suggesting, ToolFailure } from '../../workspace/failure.js';
import { type CodeSymbol, docOf, signatureOf } from '../../workspace/outline.js';
import { SourceFile, sha256 } from '../../workspace/source-file.js';
import type { Project } from '../../workspace/workspace.js';
import type { Asked } from './asked.js';

export const PARSE_MS = 5_000;

/** The file that a question names, or the code it brings along. */
export async function codeOf(asked: Asked, pathKey = 'file_path', codeKey = 'code'): Promise<SourceFile> {
  const path = asked.text(pathKey);
  const code = asked.text(codeKey);
  if (path === undefined && code === undefined)
    throw new ToolFailure('invalid_argument', `Either ${pathKey} or ${codeKey} is needed.`, { reason: 'no_code' });
  if (path !== undefined && code !== undefined)
    throw new ToolFailure('invalid_argument', `Only one of ${pathKey} and ${codeKey} may be given.`, {
      reason: 'two_codes',
    });
  const file =
    path === undefined ? await fileOfText(code!, languageOfCode(asked.text('language'))) : await named(asked, path);
  asked.uses(`lang:${file.language.id}`);
  if (file.tree.broken.length > 0) asked.uses('parse:partial');
  return file;
}

/** A file by its path, with the nearest paths where there is none. */
export async function named(asked: Asked, path: string): Promise<SourceFile> {
  try {
    return await asked.workspace.file(path);
  } catch (error) {
    if (!(error instanceof ToolFailure) || error.code !== 'not_found') throw error;
    const known = asked.workspace.paths().map(each => each.path);
    const details = suggesting(
      path,
      known.filter(each => isNear(each, path)),
    );
    throw details ? new ToolFailure(error.code, error.message, details) : error;
  }
}

/** Whether two paths have the same last name, or nearly: what is nothing like it is no suggestion. */
function isNear(one: string, other: string): boolean {
  const name = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return name(one)[0] === name(other)[0];
}

function languageOfCode(name: string | undefined): Language {
  if (name === undefined || name === 'auto')
    throw new ToolFailure('invalid_argument', 'Code without a file needs its language.', { reason: 'language' });
  const language = languageOf(name);
  if (!language) throw new ToolFailure('not_implemented', `The language is not read: ${name}.`, { reason: 'language' });
  return language;
}

/** Reads a text as if it were a file. */
export async function fileOfText(text: string, language: Language, path = ''): Promise<SourceFile> {
  const bytes = Buffer.from(text);
  const grammar = await grammarOf(language.grammar(path === '' ? `code${language.extensions[0]}` : path));
  try {
    parseWithin(PARSE_MS);
    const tree = parseLoaded(text, language, grammar);
    return new SourceFile(path, '', bytes, sha256(bytes), language, decode(bytes), tree);
  } catch (error) {
    if (error instanceof ParseStopped)
      throw new ToolFailure('timeout', 'The code takes too long to read.', { reason: 'parse' });
    if (error instanceof RangeError)
      throw new ToolFailure('resource_exhausted', 'The code is nested too deep.', { reason: 'nesting' });
    throw error;
  }
}

/** The one symbol a question means: by its name, or by a place inside it. */
export function symbolOf(asked: Asked, file: SourceFile): CodeSymbol {
  const name = asked.text('target_name') ?? asked.text('symbol_name');
  const line = asked.number('line');
  if (name === undefined && line === undefined)
    throw new ToolFailure('invalid_argument', 'Either target_name or line is needed.', { reason: 'no_symbol' });
  if (name === undefined) {
    if (line! > file.lines.count)
      throw new ToolFailure('invalid_argument', `The file has ${file.lines.count} lines.`, { reason: 'line' });
    const { start, end } = file.lines.spanOf(line!);
    const text = file.text.slice(start, end);
    const at = Math.min(start + (asked.number('column') ?? text.length - text.trimStart().length + 1) - 1, end);
    const found = file.around(at);
    if (found) return found;
    throw new ToolFailure('not_found', `No symbol stands at line ${line}.`, { reason: 'no_symbol' });
  }
  return symbolNamed(file, name, asked.text('target_type'));
}

const kindsMeant: Readonly<Record<string, readonly CodeSymbol['kind'][]>> = {
  function: ['function', 'method'],
  method: ['method', 'function'],
  class: ['class', 'interface', 'struct', 'record', 'enum', 'type'],
};

/** A symbol of a file by its name. Throws where there is none, or more than one that could be meant. */
export function symbolNamed(file: SourceFile, name: string, type?: string): CodeSymbol {
  const all = file.named(name);
  const meant = type === undefined ? undefined : kindsMeant[type];
  const fitting = meant ? all.filter(({ kind }) => meant.includes(kind)) : all;
  const found = fitting.length > 0 ? fitting : all;
  if (found.length === 1) return found[0]!;
  if (found.length === 0) {
    const where = file.path === '' ? 'the code' : file.path;
    throw new ToolFailure(
      'not_found',
      `Symbol not found: ${name} in ${where}.`,
      suggesting(
        name,
        file.symbols.map(each => each.name),
        { reason: 'no_symbol' },
      ),
    );
  }
  throw new ToolFailure('invalid_argument', `The name is not unique: ${name}.`, {
    reason: 'ambiguous',
    suggestions: found.slice(0, 3).map(each => each.name),
    candidates: found.slice(0, 20).map(each => ({ name: each.name, line: file.lines.lineOf(each.start) })),
  });
}

/** A symbol as answers tell of it. */
export function describe(file: SourceFile, symbol: CodeSymbol): JsonObject {
  const { lines } = file;
  const start = lines.placeOf(symbol.start);
  const end = lines.placeOf(symbol.end);
  const doc = docOf(file.tree, symbol);
  return {
    id: `${file.path}#${symbol.name}`,
    name: symbol.name,
    kind: symbol.kind,
    signature: signatureOf(file.tree, symbol),
    ...(doc !== undefined && { doc }),
    ...(symbol.isExported && { exported: true }),
    ...(symbol.isAsync && { async: true }),
    line_start: start.line,
    line_end: lines.lineOf(Math.max(symbol.start, symbol.end - 1)),
    bytes: [start.offset, end.offset],
    sha256: sha256(file.slice(symbol.start, symbol.end)),
  };
}

export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** What is to be said of files that were not looked at. */
export function leftOutOf(asked: Asked, project: Project, limitName?: string): JsonObject {
  if (limitName !== undefined && project.files.length + project.leftOut.length < project.total) asked.cut(limitName);
  if (project.files.some(({ isBroken }) => isBroken)) asked.uses('parse:partial');
  return {
    files_scanned: project.files.length,
    total_files: project.total,
    files_truncated: project.files.length + project.leftOut.length < project.total,
    ...(project.leftOut.length > 0 && {
      left_out: project.leftOut.slice(0, 20).map(({ path, reason }) => ({ path, reason })),
      left_out_count: project.leftOut.length,
    }),
  };
}

/** A symbol of the project by `path#name`, `path:name`, or by a name that only one has. */
export function symbolOfProject(
  project: Project,
  given: string,
): { readonly file: FileFacts; readonly symbol: SymbolFact } {
  const cut = given.search(/[#:](?=[^/:#]{1,300}$)/);
  const path = cut < 0 ? undefined : given.slice(0, cut);
  const name = given.slice(cut + 1);
  const files =
    path === undefined
      ? project.files
      : project.files.filter(file => file.path === path || file.path.endsWith(`/${path}`));
  const found = files.flatMap(file =>
    file.symbols.filter(each => each.name === name || each.name.endsWith(`.${name}`)).map(symbol => ({ file, symbol })),
  );
  const exact = found.filter(({ symbol }) => symbol.name === name);
  const best = exact.length > 0 ? exact : found;
  if (best.length === 1) return best[0]!;
  if (best.length === 0) {
    const names = files.flatMap(file => file.symbols.map(each => each.name));
    throw new ToolFailure(
      'not_found',
      `Symbol not found: ${given}.`,
      suggesting(name, new Set(names), { reason: 'no_symbol' }),
    );
  }
  throw new ToolFailure('invalid_argument', `The name is not unique: ${given}.`, {
    reason: 'ambiguous',
    suggestions: best.slice(0, 3).map(({ file, symbol }) => `${file.path}#${symbol.name}`),
    candidates: best
      .slice(0, 20)
      .map(({ file, symbol }) => ({ id: `${file.path}#${symbol.name}`, line: symbol.line })) as Json,
  });
}
