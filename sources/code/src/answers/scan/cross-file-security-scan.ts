import type { Finding } from '../../findings/finding.js';
import type { Fault } from '../../rules/rule.js';
import type { Answer, Asked } from '../question/asked.js';
import { leftOutOf } from '../question/shared.js';
import { keepScan } from './last-scan.js';
import { builtInBook, faultsJson, filtered, findingsData, scanSource } from './scanning.js';
import { unitOf } from './security-scan.js';

/** Finds what an attacker could use in all files of a project. */
export async function crossFileSecurityScan(asked: Asked): Promise<Answer> {
  const most = asked.within('max_files', asked.number('max_modules'), Number.POSITIVE_INFINITY);
  const { workspace } = asked;
  const project = await workspace.project({ most, within: asked.text('project_root') ?? '' });
  const { book } = builtInBook();
  const all: { finding: Finding; symbol: string | undefined }[] = [];
  const faults: Fault[] = [];
  for (const [index, facts] of project.files.entries()) {
    const file = await workspace.fileAt(facts);
    const scanned = await scanSource(file, book);
    for (const finding of filtered(asked, scanned.findings))
      all.push({ finding, symbol: file.around(unitOf(file.text, finding.start))?.name });
    faults.push(...scanned.faults);
    if (index % 20 === 19) {
      asked.onProgress(index + 1, project.files.length);
      await new Promise(resolve => setImmediate(resolve));
    }
  }
  keepScan(asked, { findings: all.map(({ finding }) => finding), faults });
  asked.uses('engine:taint');
  asked.uses('scope:project');
  return asked.answer({
    files_analyzed: project.files.length,
    has_vulnerabilities: all.length > 0,
    ...findingsData(asked, all, 'max_files'),
    ...leftOutOf(asked, project, 'max_files'),
    ...(faults.length > 0 && { faults: faultsJson(faults), fault_count: faults.length }),
  });
}
