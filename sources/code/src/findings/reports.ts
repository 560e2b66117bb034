import type { Fault } from '../rules/rule.js';
import type { Finding } from './finding.js';

/** JUnit XML: a suite for each file, a failed case for each finding. */
export function junitOf(findings: readonly Finding[], faults: readonly Fault[]): string {
  const suites = [...grouped(findings)].map(([path, list]) =>
    [
      `  <testsuite name="${xml(path)}" tests="${list.length}" failures="${list.length}">`,
      ...list.flatMap(({ rule_id, start, severity, message }) => [
        `    <testcase name="${xml(rule_id)}" classname="${xml(path)}" file="${xml(path)}" line="${start.line}">`,
        `      <failure type="${severity}" message="${xml(message.replace(/\s+/g, ' '))}">${xml(`${path}:${start.line}:${start.column} ${message}`)}</failure>`,
        '    </testcase>',
      ]),
      '  </testsuite>',
    ].join('\n'),
  );
  const errors = faults.map(
    ({ kind, message, path = '', line }) =>
      `    <testcase name="${xml(kind)}" classname="${xml(path)}"><error type="${kind}" message="${xml(message)}">${xml(`${path}${line === undefined ? '' : `:${line}`} ${message}`)}</error></testcase>`,
  );
  const errorSuite =
    errors.length === 0
      ? []
      : [
          `  <testsuite name="errors" tests="${errors.length}" errors="${errors.length}">\n${errors.join('\n')}\n  </testsuite>`,
        ];
  const none =
    findings.length + faults.length === 0
      ? ['  <testsuite name="scan" tests="1"><testcase name="scan"/></testsuite>']
      : [];
  return `${['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites tests="${findings.length}" failures="${findings.length}" errors="${faults.length}">`, ...suites, ...errorSuite, ...none, '</testsuites>'].join('\n')}\n`;
}

function grouped(findings: readonly Finding[]): Map<string, Finding[]> {
  const found = new Map<string, Finding[]>();
  for (const finding of findings) found.set(finding.path, [...(found.get(finding.path) ?? []), finding]);
  return found;
}

function xml(text: string): string {
  return text
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);
}

const commands = { critical: 'error', error: 'error', warning: 'warning', info: 'notice' } as const;

/** Workflow commands of GitHub Actions, which shows them beside the lines. */
export function githubOf(findings: readonly Finding[], faults: readonly Fault[]): string {
  const found = findings.map(
    ({ severity, path, start, end, rule_id, message }) =>
      `::${commands[severity]} file=${property(path)},line=${start.line},endLine=${end.line},col=${start.column},endColumn=${end.column},title=${property(rule_id)}::${data(message || rule_id)}`,
  );
  const errors = faults.map(({ path, line, kind, message }) => {
    const place = path === undefined ? '' : ` file=${property(path)}${line === undefined ? '' : `,line=${line}`}`;
    return `::warning${place}::${data(`${kind}: ${message}`)}`;
  });
  return [...found, ...errors].map(line => `${line}\n`).join('');
}

const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
