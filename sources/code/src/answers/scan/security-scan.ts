import type { Answer, Asked } from '../question/asked.js';
import { codeOf } from '../question/shared.js';
import { keepScan } from './last-scan.js';
import { builtInBook, faultsJson, filtered, findingsData, scanSource } from './scanning.js';

/** Finds what an attacker could use in one file, with the way the data takes. */
export async function securityScan(asked: Asked): Promise<Answer> {
  const file = await codeOf(asked);
  const { findings, faults } = await scanSource(file, builtInBook().book);
  asked.uses('engine:taint');
  asked.uses('scope:file');
  const found = filtered(asked, findings);
  keepScan(asked, { findings: found, faults });
  const all = found.map(finding => ({ finding, symbol: file.around(unitOf(file.text, finding.start))?.name }));
  const sources = found.flatMap(({ flow }) =>
    flow?.[0] ? [{ line: flow[0].start.line, column: flow[0].start.column }] : [],
  );
  return asked.answer({
    ...(file.path !== '' && { file_path: file.path, file_sha256: file.hash }),
    language: file.language.id,
    ...findingsData(asked, all, 'max_findings'),
    taint_sources: [...new Map(sources.map(each => [`${each.line}:${each.column}`, each])).values()].slice(0, 50),
    parse_errors: file.tree.broken.length,
    ...(faults.some(({ kind }) => kind !== 'parse') && {
      faults: faultsJson(faults.filter(({ kind }) => kind !== 'parse')),
    }),
  });
}

/** The place in the text of a line and column. */
export function unitOf(text: string, { line, column }: { readonly line: number; readonly column: number }): number {
  let at = 0;
  for (let count = 1; count < line; count++) {
    const next = text.indexOf('\n', at);
    if (next < 0) break;
    at = next + 1;
  }
  return at + column - 1;
}
