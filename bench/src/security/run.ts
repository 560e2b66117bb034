import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dialects, makeHandlers } from './handlers.js';
import { judge, points, type Score, scanned, scores } from './judge.js';

const rules = resolve(import.meta.dirname, '../../../sources/code/rules');
const PER_SINK = 40;

const wanted = process.argv.slice(2).filter(arg => !arg.startsWith('--'));
const isVerbose = process.argv.includes('--verbose');

print('annotated files: lines found and harmless lines flagged', annotatedLines());

const folder = mkdtempSync(join(tmpdir(), 'concord-handlers-'));
try {
  const handlers = dialects
    .filter(({ language }) => wanted.length === 0 || wanted.includes(language))
    .flatMap(dialect => makeHandlers(dialect, PER_SINK));
  const judged = judge(handlers, folder);
  print(
    'handlers that were made, by language',
    scores(judged, ({ language }) => language),
  );
  print(
    'handlers that were made, by language and class',
    scores(judged, ({ language, sink }) => `${language} ${sink}`),
  );
  if (isVerbose)
    for (const { handler, rules: found } of judged) {
      if (found.length > 0 !== handler.isFaulty)
        console.log(`${handler.isFaulty ? 'missed ' : 'flagged'} ${handler.path}: ${handler.made} ${found.join(' ')}`);
    }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function print(title: string, rows: ReadonlyMap<string, Score>): void {
  const width = Math.max(title.length, ...[...rows.keys()].map(({ length }) => length));
  console.log(`${title.padEnd(width)}  faults  found  harmless  flagged  points`);
  for (const [name, score] of rows) {
    const { faulty, found, harmless, flagged } = score;
    const cells = [String(faulty).padStart(6), String(found).padStart(5), String(harmless).padStart(8)];
    console.log(
      `${name.padEnd(width)}  ${cells.join('  ')}  ${String(flagged).padStart(7)}  ${String(points(score)).padStart(6)}`,
    );
  }
  console.log('');
}

/** By language and class: the lines of the rules' own test files. */
function annotatedLines(): Map<string, Score> {
  const found = new Set(scanned(rules).map(({ path, line, rule }) => `${path}:${line} ${rule}`));
  const rows = new Map<string, Score>();
  for (const path of readdirSync(rules, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(?:py|js|jsx|ts|tsx|java|go|cs)$/.test(path) || path.includes('.fixed.')) continue;
    const [language = '', kind = ''] = path.split(/[\\/]/);
    if (wanted.length > 0 && !wanted.includes(language)) continue;
    const lines = readFileSync(join(rules, path), 'utf8').split('\n');
    let {
      faulty,
      found: hits,
      harmless,
      flagged,
    } = rows.get(`${language} ${kind}`) ?? {
      faulty: 0,
      found: 0,
      harmless: 0,
      flagged: 0,
    };
    for (const [at, line] of lines.entries()) {
      const note = /\b(ruleid|ok): ([\w./-]{1,200})/.exec(line);
      if (!note) continue;
      const isFound = found.has(`${path}:${at + 2} ${note[2]}`);
      if (note[1] === 'ruleid') {
        faulty++;
        if (isFound) hits++;
      } else {
        harmless++;
        if (isFound) flagged++;
      }
    }
    rows.set(`${language} ${kind}`, { faulty, found: hits, harmless, flagged });
  }
  return rows;
}
