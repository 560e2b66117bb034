import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, validateEnvelopeV1 } from '@concord/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, type Envelope, project, toolsOver } from './tools.js';

const CANARY = 'canary_4711_of_the_code';
const files = {
  'app.py': `import os\nfrom flask import request\nfrom util import clean\n\nclass Shop:\n    def sell(self, what):\n        return clean(what)  # ${CANARY}\n\ndef run():\n    os.system("ping " + request.args["host"])\n    return Shop().sell("${CANARY}")\n`,
  'util.py': 'def clean(x):\n    return x\n',
  'web/api.ts':
    'interface User { id: number }\nexport const read = (text: string): User => JSON.parse(text) as User;\n',
  'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/left': { version: '1.0.0' } } }),
  'advisories/one.json': JSON.stringify({
    id: 'OSV-1',
    summary: 'it falls over',
    affected: [
      {
        package: { ecosystem: 'npm', name: 'left' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.0.1' }] }],
      },
    ],
  }),
  '.concord/rules/own.yaml':
    'rules:\n  - {id: no-ping, languages: [python], severity: ERROR, message: "No ping.", pattern: os.system(...)}\n',
  '.concord/policy.manifest.json': JSON.stringify({ files: { 'rules/own.yaml': `sha256:${'0'.repeat(64)}` } }),
  'binary.py': new Uint8Array([0, 1, 2, 3]),
};

/** A question to each tool that it has an answer to. */
const good: Readonly<Record<string, JsonObject>> = {
  analyze_code: { file_path: 'app.py' },
  code_policy_check: {},
  crawl_project: {},
  cross_file_security_scan: {},
  extract_code: { file_path: 'app.py', target_name: 'Shop.sell', include_context: true },
  get_call_graph: {},
  get_capabilities: {},
  get_cross_file_dependencies: { target_file: 'app.py', target_symbol: 'run' },
  get_file_context: { file_path: 'app.py' },
  get_graph_neighborhood: { center_node_id: 'run' },
  get_project_map: {},
  get_symbol_references: { symbol_name: 'clean' },
  rename_symbol: { file_path: 'util.py', target_name: 'clean', new_name: 'scrub', dry_run: true },
  scan_dependencies: {},
  search_code: { pattern: 'os.system(...)', language: 'python' },
  security_scan: { file_path: 'app.py' },
  simulate_refactor: { file_path: 'util.py', new_code: 'def clean(x):\n    return str(x)\n' },
  type_evaporation_scan: {},
  unified_sink_detect: { file_path: 'app.py' },
  update_symbol: { file_path: 'util.py', target_name: 'clean', new_code: 'def clean(x):\n    return 1', dry_run: true },
  validate_paths: { paths: ['app.py', 'nothing.py'] },
  verify_policy_integrity: {},
};

/** Questions that each end in one of the codes. */
const bad: readonly (readonly [code: string, tool: string, args: JsonObject])[] = [
  ['invalid_argument', 'extract_code', { file_path: 'app.py' }],
  ['invalid_argument', 'extract_code', { file_path: 'app.py', target_name: 7 }],
  ['invalid_argument', 'extract_code', { file_path: 'binary.py', target_name: 'x' }],
  ['invalid_argument', 'security_scan', {}],
  ['invalid_argument', 'search_code', { pattern: 'foo(', language: 'python' }],
  ['invalid_argument', 'get_call_graph', { paths_from: 'run' }],
  ['invalid_argument', 'get_call_graph', { cursor: 'later' }],
  ['invalid_argument', 'get_capabilities', { tier: 'gold' }],
  ['invalid_argument', 'update_symbol', { file_path: 'util.py', target_name: 'clean', new_code: 'def clean(x:' }],
  ['invalid_argument', 'rename_symbol', { file_path: 'util.py', target_name: 'clean', new_name: 'class' }],
  ['invalid_argument', 'rename_symbol', { file_path: 'app.py', target_name: 'run', new_name: 'Shop' }],
  ['invalid_path', 'extract_code', { file_path: '../x.py', target_name: 'x' }],
  ['invalid_path', 'extract_code', { file_path: 'out.py', target_name: 'x' }],
  ['invalid_path', 'get_file_context', { file_path: '/etc/passwd' }],
  ['invalid_path', 'get_file_context', { file_path: 'a\0b.py' }],
  ['not_found', 'extract_code', { file_path: 'ap.py', target_name: 'x' }],
  ['not_found', 'extract_code', { file_path: 'app.py', target_name: 'Shop.sel' }],
  ['not_found', 'get_graph_neighborhood', { center_node_id: 'nobody' }],
  ['not_found', 'get_capabilities', { tool_name: 'symbolic_execute' }],
  ['not_implemented', 'get_file_context', { file_path: 'package-lock.json' }],
  ['too_large', 'extract_code', { file_path: 'large.py', target_name: 'x' }],
  ['upgrade_required', 'scan_dependencies', { sbom: true }],
  ['upgrade_required', 'code_policy_check', { generate_report: true }],
];

let ask: Ask;
let readOnly: Ask;
let listed: readonly string[];
beforeAll(async () => {
  const root = project(files);
  symlinkSync('/etc/hostname', join(root, 'out.py'));
  writeFileSync(join(root, 'large.py'), 'x = 1\n'.repeat(3_000_000));
  const { source, ask: one } = await toolsOver(root, { CONCORD_ADVISORIES: join(root, 'advisories') });
  listed = source.snapshot().tools.map(({ name }) => name);
  ask = one;
  ({ ask: readOnly } = await toolsOver(root, {}, { mayWrite: false }));
});

const keys = [
  'tier',
  'tool_version',
  'tool_id',
  'request_id',
  'capabilities',
  'duration_ms',
  'error',
  'upgrade_hints',
  'data',
];

function expectEnvelope(envelope: Envelope, tier = 'community'): void {
  expect(Object.keys(envelope)).toEqual(keys);
  expect(validateEnvelopeV1(envelope)).toBe(true);
  expect(envelope.tier).toBe(tier);
  expect(envelope.capabilities[0]).toBe('envelope-v1');
}

it('has twenty-two tools, in the order of their names', () => {
  expect(listed).toEqual(Object.keys(good));
});

describe.each(['community', 'pro', 'enterprise'] as const)('at the %s tier', tier => {
  it.each(Object.entries(good))('%s answers', async (tool, args) => {
    const envelope = await ask(tool, args, { tier });
    expectEnvelope(envelope, tier);
    expect(envelope.error).toBeNull();
    expect(envelope.data.success).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(envelope.data))).toBeLessThanOrEqual(24_000);
  });

  it.each(bad)('%s: %s %j', async (code, tool, args) => {
    const envelope = await ask(tool, args, { tier });
    expectEnvelope(envelope, tier);
    if (code === 'upgrade_required' && tier === 'enterprise') expect(envelope.error).toBeNull();
    else {
      expect(envelope.error).toMatchObject({ error_code: code });
      expect(envelope.data).toEqual({ success: false, error: envelope.error!.error });
      expect(JSON.stringify(envelope)).not.toContain(CANARY);
      if (code === 'upgrade_required') expect(envelope.upgrade_hints).toMatchObject([{ tier: 'enterprise' }]);
    }
  });
});

it('answers for a file that is not there as the document says', async () => {
  const { request_id, duration_ms, tool_version, ...rest } = (await ask('extract_code', {
    file_path: '/missing.py',
    target_name: 'x',
  })) as unknown as Record<string, unknown>;
  expect(request_id).toMatch(/^[0-9a-f]{32}$/);
  expect([typeof duration_ms, tool_version]).toEqual(['number', '1.0.0']);
  expect(rest).toEqual({
    tier: 'community',
    tool_id: 'extract_code',
    capabilities: ['envelope-v1'],
    error: { error: 'File not found: /missing.py.', error_code: 'not_found', error_details: null },
    upgrade_hints: [],
    data: { success: false, error: 'File not found: /missing.py.' },
  });
});

it('names what may have been meant', async () => {
  const { error } = await ask('extract_code', { file_path: 'ap.py', target_name: 'x' });
  expect(error!.error_details).toMatchObject({ suggestions: ['app.py'] });
  const other = await ask('extract_code', { file_path: 'app.py', target_name: 'Shop.sel' });
  expect(other.error!.error_details!.suggestions).toContain('Shop.sell');
});

it('is forbidden to write where it may only read, and shows what it would do', async () => {
  const args = { file_path: 'util.py', target_name: 'clean', new_code: 'def clean(x):\n    return 1' };
  expect((await readOnly('update_symbol', args)).error).toMatchObject({ error_code: 'forbidden' });
  expect((await readOnly('update_symbol', { ...args, dry_run: true })).data.diff).toContain('+    return 1');
});

it('says that nothing is known without advisories, and what is where there are some', async () => {
  expect((await readOnly('scan_dependencies')).error).toMatchObject({ error_code: 'dependency_unavailable' });
  const { data } = await ask('scan_dependencies');
  expect(data).toMatchObject({ total_dependencies: 1, vulnerable_count: 1 });
  expect(data.dependencies[0].vulnerabilities).toMatchObject([{ id: 'OSV-1', fixed_version: '1.0.1' }]);
});

it('keeps the id its caller gave, and leaves extras out with a hint', async () => {
  const { request_id, upgrade_hints, data } = await ask('get_call_graph', { hot_nodes: true }, { requestId: 'mine-1' });
  expect(request_id).toBe('mine-1');
  expect(upgrade_hints).toMatchObject([{ feature: 'hot_nodes', tier: 'enterprise' }]);
  expect(data.warnings).toHaveLength(1);
  const full = await ask('get_call_graph', { hot_nodes: true }, { tier: 'enterprise' });
  expect(Array.isArray(full.data.hot_nodes) && full.upgrade_hints.length === 0).toBe(true);
});

it('ends what takes too long, and goes on', async () => {
  const late = await ask('cross_file_security_scan', {}, { timeoutMs: 1 });
  expect(late.error).toMatchObject({ error_code: 'timeout' });
  expect((await ask('get_capabilities')).error).toBeNull();
});

it('publishes schemas that name each argument', async () => {
  const { source } = await toolsOver(project({}));
  for (const { inputSchema, annotations, description } of source.snapshot().tools) {
    expect(inputSchema.additionalProperties).toBe(false);
    for (const property of Object.values(inputSchema.properties as JsonObject))
      expect(isJsonObject(property) && typeof property.description === 'string').toBe(true);
    expect(annotations?.openWorldHint).toBe(false);
    expect(description.length).toBeGreaterThan(40);
  }
});
