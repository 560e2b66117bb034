import type { Fault, Rule, Severity } from '../rules/rule.js';
import type { Finding, FlowStep, Stretch } from './finding.js';
import { factsOf } from './metadata.js';

const levels: Readonly<Record<Severity, string>> = {
  critical: 'error',
  error: 'error',
  warning: 'warning',
  info: 'note',
};

/** What dashboards sort by. */
const scores: Readonly<Record<Severity, string>> = { critical: '9.5', error: '8.0', warning: '5.0', info: '2.0' };

/** The findings and faults of a scan as one SARIF 2.1.0 log. */
export function sarifOf(
  findings: readonly Finding[],
  faults: readonly Fault[],
  rules: readonly Rule[],
  version: string,
): object {
  const used = new Set(findings.map(({ rule_id }) => rule_id));
  const described = rules.filter(({ id }) => used.has(id)).sort((one, other) => (one.id < other.id ? -1 : 1));
  const indexes = new Map(described.map(({ id }, index) => [id, index]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Concord', semanticVersion: version, rules: described.map(descriptor) } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: !faults.some(({ kind }) => kind === 'rule_syntax' || kind === 'io'),
            toolExecutionNotifications: faults.map(notification),
          },
        ],
        results: findings.map(each => result(each, indexes.get(each.rule_id))),
      },
    ],
  };
}

function descriptor(rule: Rule): object {
  const { cwe, owasp, references, confidence } = factsOf(rule.metadata);
  const tags = [
    ...cwe.map(each => `external/cwe/${each.toLowerCase()}`),
    ...owasp,
    `confidence:${confidence}`,
    'security',
  ];
  return {
    id: rule.id,
    name: rule.id,
    shortDescription: { text: firstSentence(rule.message) || rule.id },
    fullDescription: { text: rule.message || rule.id },
    defaultConfiguration: { level: levels[rule.severity] },
    ...(references[0] !== undefined && { helpUri: references[0] }),
    properties: { tags, precision: confidence, 'security-severity': scores[rule.severity] },
  };
}

function result(finding: Finding, ruleIndex: number | undefined): object {
  const { rule_id, severity, message, path, fingerprint, flow, fix, suppressed } = finding;
  return {
    ruleId: rule_id,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: levels[severity],
    message: { text: message || rule_id },
    locations: [location(path, finding)],
    partialFingerprints: { 'concord/v1': fingerprint },
    ...(flow && flow.length > 0 && { codeFlows: [{ threadFlows: [{ locations: flow.map(step) }] }] }),
    ...(fix !== undefined && {
      fixes: [
        {
          description: { text: 'The fix of the rule' },
          artifactChanges: [
            {
              artifactLocation: { uri: uriOf(path) },
              replacements: [{ deletedRegion: region(finding), insertedContent: { text: fix } }],
            },
          ],
        },
      ],
    }),
    ...(suppressed && { suppressions: [{ kind: 'inSource' }] }),
  };
}

const step = ({ path, note, ...place }: FlowStep) => ({
  location: { ...location(path, place), message: { text: note } },
});

function location(path: string, place: Stretch): object {
  return { physicalLocation: { artifactLocation: { uri: uriOf(path) }, region: region(place) } };
}

function region({ start, end }: Stretch): object {
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
    byteOffset: start.offset,
    byteLength: end.offset - start.offset,
  };
}

function notification({ kind, message, path, rule_id, line, column }: Fault): object {
  return {
    level: kind === 'parse' || kind === 'unsupported' ? 'warning' : 'error',
    message: { text: message },
    descriptor: { id: kind },
    ...(rule_id !== undefined && { associatedRule: { id: rule_id } }),
    ...(path !== undefined && {
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: uriOf(path) },
            ...(line !== undefined && { region: { startLine: line, startColumn: column ?? 1 } }),
          },
        },
      ],
    }),
  };
}

/** A path as a relative reference, or as a URL of a file. */
function uriOf(path: string): string {
  const escaped = path.split('/').map(encodeURIComponent).join('/');
  return path.startsWith('/') ? `file://${escaped}` : escaped;
}

const firstSentence = (text: string) =>
  /^[\s\S]{0,300}?[.!?](?=\s|$)/.exec(text)?.[0].replace(/\s+/g, ' ') ?? text.slice(0, 300);
