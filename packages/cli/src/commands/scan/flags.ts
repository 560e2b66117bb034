import type { Flag } from '../../command/flags.js';

/** The flags of `mcp scan`, some of which mean something else elsewhere. */
export const scanFlags = {
  rules: {
    value: 'FILE',
    repeatable: true,
    help: 'these rules in place of the built-in ones: a file or a folder; `default` adds those again',
  },
  pattern: { value: 'CODE', help: 'one pattern, like grep; needs --lang' },
  lang: { value: 'LANGUAGE', help: 'the language of --pattern' },
  include: { value: 'GLOB', repeatable: true, help: 'only files that fit' },
  exclude: { value: 'GLOB', repeatable: true, help: 'no files or folders that fit' },
  'no-ignore': { help: 'also what .gitignore and .concordignore leave out, and folders such as node_modules' },
  'max-bytes': { value: 'N', kind: 'size', help: 'no file larger than this (10k, 2m; default 1m)' },
  severity: {
    value: 'LEVEL',
    repeatable: true,
    choices: ['info', 'warning', 'error', 'critical'],
    help: 'only rules of this severity: info, warning, error or critical',
  },
  rule: { value: 'ID', repeatable: true, help: 'only this rule' },
  confidence: {
    value: 'LEVEL',
    choices: ['low', 'medium', 'high'],
    help: 'only findings of at least this confidence: low, medium or high',
  },
  baseline: { value: 'FILE', help: 'only findings that are not in this file' },
  'update-baseline': { help: 'write the findings of this scan to the file of --baseline' },
  since: { value: 'REV', help: 'only findings that are new since this revision of git' },
  fix: { help: "write the rules' fixes to the files, and show what changes" },
  'dry-run': { help: 'with --fix: show what would change, and write nothing' },
  test: { value: 'DIR', help: 'check the rules of this folder against their test files' },
  'fail-on': {
    value: 'SEVERITY',
    choices: ['info', 'warning', 'error', 'critical', 'never'],
    help: 'exit with 2 from this severity on: info, warning, error (default), critical, never',
  },
  sarif: {
    value: 'FILE',
    otherwise: '-',
    mayBe: /\.(?:sarif|json)$/,
    help: 'SARIF 2.1.0, to this file or to standard output',
  },
  junit: { value: 'FILE', help: 'JUnit XML to this file' },
  github: { help: 'annotations for GitHub Actions' },
  suppressed: { help: 'show findings that a comment accepts too' },
  jobs: {
    short: 'j',
    value: 'N',
    kind: 'positive',
    help: 'how many files at once (default: as many as there are cores)',
  },
  timeout: { value: 'SECONDS', kind: 'seconds', help: 'how long one rule may take on one file (default 5)' },
  'max-memory': { value: 'MB', kind: 'positive', help: 'how much memory a job may take (default 2048)' },
  'no-cache': { help: 'scan every file anew' },
  time: { help: 'show where the time went, by rule and by file' },
} as const satisfies Record<string, Flag>;

/** The given flags: text for one with a value, a list for a repeatable one, true for a switch. */
export type ScanFlags = { readonly [Name in keyof typeof scanFlags]?: string | readonly string[] | true };
