import { DeadlinePassed, runWithin } from '../../project/deadline.js';
import { RuleBook } from '../../project/rule-book.js';
import { globs } from '../../project/walk.js';
import { canMatch } from '../../rules/evaluate/needed-words.js';
import { patternRule } from '../../rules/evaluate/pattern-rule.js';
import { type RuleMatch, runRule } from '../../rules/evaluate/run-rule.js';
import { Target } from '../../rules/evaluate/target.js';
import { languageForPath, languageOf } from '../../syntax/languages/index.js';
import { ToolFailure } from '../../workspace/failure.js';
import type { SourceFile } from '../../workspace/source-file.js';
import type { Answer, Asked } from '../question/asked.js';

const FILE_MS = 2_000;
const LONGEST_TEXT = 400;

/** Finds code by its structure: a pattern in the language itself, with metavariables. */
export async function searchCode(asked: Asked): Promise<Answer> {
  const language = languageOf(asked.text('language')!);
  if (!language)
    throw new ToolFailure('not_implemented', `The language is not read: ${asked.text('language')}.`, {
      reason: 'language',
    });
  const rule = await patternRule(asked.text('pattern')!, language.id).catch((error: Error) => {
    throw new ToolFailure('invalid_argument', `The pattern cannot be read: ${error.message}`, { reason: 'pattern' });
  });
  const [prepared] = await new RuleBook([rule]).for(language.id);
  const { workspace } = asked;
  const isWanted = globs(asked.texts('paths') ?? []);
  const all = workspace
    .paths()
    .filter(
      ({ path, absolute }) =>
        languageForPath(absolute)?.id === language.id && (!asked.texts('paths') || isWanted(path, false)),
    );
  const limit = asked.limit('max_matches');
  const found: { file: SourceFile; match: RuleMatch }[] = [];
  let stopped = 0;
  let scanned = 0;
  for (const [index, each] of all.entries()) {
    if (found.length > limit) break;
    let file: SourceFile;
    try {
      const bytes = workspace.bytesOf(each.path, each.absolute);
      if (!canMatch(prepared!, new Target(each.path, bytes.toString('utf8')))) {
        scanned++;
        continue;
      }
      file = await workspace.fileAt(each);
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      stopped++;
      continue;
    }
    scanned++;
    try {
      const target = new Target(file.path, file.text, file);
      for (const match of runWithin(FILE_MS, () => runRule(prepared!, target))) found.push({ file, match });
    } catch (error) {
      if (!(error instanceof DeadlinePassed)) throw error;
      stopped++;
    }
    if (index % 50 === 49) {
      asked.onProgress(index + 1, all.length);
      await new Promise(resolve => setImmediate(resolve));
    }
  }
  if (found.length > limit) asked.cut('max_matches');
  if (stopped > 0) asked.warn(`${stopped} files could not be searched in time, or not read.`);
  asked.uses(`lang:${language.id}`);
  asked.uses('engine:patterns');
  asked.uses('scope:project');
  const { shown, page } = asked.page(found.slice(0, limit), ({ file, match }) => {
    const start = file.lines.placeOf(match.start);
    const end = file.lines.placeOf(match.end);
    const symbol = file.around(match.start)?.name;
    return {
      file: file.path,
      line: start.line,
      column: start.column,
      end_line: end.line,
      ...(symbol !== undefined && { symbol }),
      text: file.text.slice(match.start, match.end).slice(0, LONGEST_TEXT),
      metavariables: Object.fromEntries(
        [...match.bindings]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, { text }]) => [name, text.slice(0, LONGEST_TEXT)]),
      ),
    };
  });
  return asked.answer({
    pattern_language: language.id,
    matches: shown,
    ...page,
    files_scanned: scanned,
    total_files: all.length,
  });
}
