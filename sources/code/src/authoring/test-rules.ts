import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { replaceAll } from '../edit/replace.js';
import type { Finding } from '../findings/finding.js';
import { loadRules, ruleFilesIn } from '../project/load-rules.js';
import { type ScanRequest, scan } from '../project/scan.js';
import type { Fault } from '../rules/rule.js';
import { type Annotation, annotationsIn } from './annotations.js';

/** What is wrong with a rule by its test file. */
export interface TestFailure {
  readonly path: string;
  readonly line: number;
  readonly rule_id: string;
  readonly message: string;
}

export interface TestReport {
  readonly rules: number;
  readonly files: number;
  readonly checks: number;
  readonly failures: readonly TestFailure[];
  /** Lines of `todoruleid` and `todook` that hold already, and those that do not yet. */
  readonly todo: number;
  readonly faults: readonly Fault[];
  /** Files of rules that have no test file. */
  readonly untested: readonly string[];
}

/** Runs the rules of a folder on the files beside them and compares what they find with the comments there. */
export async function testRules(
  folder: string,
  shown: string,
  limits: Pick<ScanRequest, 'ruleMs' | 'maxBytes' | 'jobs' | 'maxMemoryMb'>,
): Promise<TestReport> {
  const report = { rules: 0, files: 0, checks: 0, todo: 0 };
  const failures: TestFailure[] = [];
  const faults: Fault[] = [];
  const untested: string[] = [];
  for (const name of ruleFilesIn(folder, 0)) {
    const path = join(shown, name);
    const set = loadRules(folder, [name]);
    if (set.rules.length === 0 && set.faults.every(({ message }) => message.includes("no list 'rules'"))) continue;
    faults.push(...set.faults.map(each => ({ ...each, path })));
    report.rules += set.rules.length;
    const targets = targetsOf(join(folder, name));
    if (targets.length === 0) untested.push(path);
    for (const target of targets) {
      report.files++;
      const cwd = dirname(target);
      const result = await scan({
        ...limits,
        cwd,
        paths: [basename(target)],
        rules: set.rules.map(rule => ({ ...rule, include: [], exclude: [] })),
        include: [],
        exclude: [],
        ignores: false,
        times: false,
      });
      const place = join(shown, relative(folder, target));
      faults.push(
        ...result.faults
          .filter(({ kind }) => kind !== 'parse')
          .map(each => ({ ...each, path: each.path === basename(target) ? place : path })),
      );
      const ids = set.rules.map(({ id }) => id);
      const compared = compareWith(annotationsIn(readFileSync(target, 'utf8')), result.findings, ids, place);
      report.checks += compared.checks;
      report.todo += compared.todo;
      failures.push(...compared.failures, ...fixFailures(target, place, result.findings));
    }
  }
  return { ...report, failures, faults, untested };
}

/** Files with the name of a file of rules and another ending, and not what fixes make of them. */
function targetsOf(rulesFile: string): string[] {
  const stem = basename(rulesFile).replace(/\.(?:ya?ml|json)$/, '');
  const folder = dirname(rulesFile);
  return readdirSync(folder)
    .filter(name => name.startsWith(`${stem}.`) && name !== basename(rulesFile) && !/\.fixed\.[^.]+$/.test(name))
    .filter(name => !/^\.(?:ya?ml)$/.test(name.slice(stem.length)))
    .sort()
    .map(name => join(folder, name));
}

function compareWith(
  annotations: readonly Annotation[],
  findings: readonly Finding[],
  ids: readonly string[],
  path: string,
) {
  const failures: TestFailure[] = [];
  let checks = 0;
  let todo = 0;
  for (const id of ids) {
    const found = new Set(findings.filter(({ rule_id }) => rule_id === id).map(({ start }) => start.line));
    const lines = (kind: Annotation['kind']) =>
      new Set(annotations.filter(each => each.kind === kind && matchesId(each.rule, id)).map(({ line }) => line));
    const [expected, fine, later, laterFine] = [lines('ruleid'), lines('ok'), lines('todoruleid'), lines('todook')];
    todo += later.size + laterFine.size;
    checks += expected.size + fine.size;
    for (const line of expected)
      if (!found.has(line))
        failures.push({ path, line, rule_id: id, message: 'the rule should find this line and does not' });
    for (const line of found) {
      if (expected.has(line) || later.has(line) || laterFine.has(line)) continue;
      const message = fine.has(line)
        ? 'the rule finds this line, which is ok'
        : 'the rule finds this line, which nothing says';
      failures.push({ path, line, rule_id: id, message });
    }
  }
  return { failures: failures.sort((one, other) => one.line - other.line), checks, todo };
}

const matchesId = (given: string, id: string) => given === id || id.endsWith(`.${given}`) || id.endsWith(`/${given}`);

/** Whether the fixes make of a test file what stands beside it as `*.fixed.*`. */
function fixFailures(target: string, path: string, findings: readonly Finding[]): TestFailure[] {
  const wanted = target.replace(/(\.[^.]+)$/, '.fixed$1');
  let expected: Buffer;
  try {
    expected = readFileSync(wanted);
  } catch {
    return [];
  }
  const { bytes } = replaceAll(
    readFileSync(target),
    findings.flatMap(({ start, end, fix }) =>
      fix === undefined ? [] : [{ start: start.offset, end: end.offset, text: fix }],
    ),
  );
  if (bytes.equals(expected)) return [];
  const now = bytes.toString('utf8').split('\n');
  const then = expected.toString('utf8').split('\n');
  const line = now.findIndex((each, index) => each !== then[index]) + 1 || Math.min(now.length, then.length);
  const rule = findings.find(({ fix, start }) => fix !== undefined && start.line <= line)?.rule_id ?? '';
  return [{ path, line, rule_id: rule, message: `the fix makes another line than ${basename(wanted)} has` }];
}
