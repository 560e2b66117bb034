import { chmodSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Files, TestFolders } from '../../../test/support/folders.js';
import { locateProject, NoProject } from '../../locate/locate.js';
import { isValid, validateProject } from '../validate/validate.js';
import { diagnose } from './doctor.js';

const folders = new TestFolders();
afterAll(() => folders.removeAll());

const env: Record<string, string> = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' };
const options = { env, version: '0.1.0', fix: false, dryRun: false, isNamed: true };
const projectOf = (files: Files = {}) =>
  locateProject(folders.make({ 'server.d/server.meta.json': '{"name": "x"}', ...files }), env);
const ids = async (files: Files, more: Partial<typeof options> & { nodeVersion?: string } = {}) =>
  (await diagnose(projectOf(files), { ...options, ...more })).findings.map(({ id }) => id);

describe('doctor', () => {
  it('finds nothing wrong with what is right', async () => {
    const tool = { 'tools/t/tool.sh!': '#!/bin/sh\n# Says hello.\n' };
    expect(await diagnose(projectOf(tool), options)).toMatchObject({
      schemaVersion: 1,
      exitCode: 0,
      findings: [],
      proposedActions: [],
      actionsTaken: [],
      runtime: { version: '0.1.0', tmpRoot: tmpdir(), tmpRootWritable: true },
      project: { serverMetaValid: true, toolsCount: 1 },
    });
  });

  it.each([
    ['project.server_meta_invalid', { 'server.d/server.meta.json': '{"name": 1}' }],
    ['project.register_invalid', { 'server.d/register.json': '{}' }],
    ['project.requirements_invalid', { 'server.d/requirements.json': '{"dependencies": [1]}' }],
    ['project.requirements_invalid', { 'server.d/requirements.json': '{"framework": {"minVersion": "new"}}' }],
    ['project.env_sh_unused', { 'server.d/env.sh': '' }],
    ['deps.missing', { 'server.d/requirements.json': '{"dependencies": [{"or": ["no-such-1", "no-such-2"]}]}' }],
    ['deps.missing', { 'server.d/requirements.json': '{"framework": {"minVersion": "1.10"}}' }],
  ])('finds %s', async (id, files) => {
    expect(await ids(files)).toEqual([id]);
  });

  it.each([
    ['nothing', { 'tools/t/tool.sh!': '#!/bin/sh\n# Says hello.\n' }],
    ['a file that is no JSON', { 'tools/t/tool.sh!': '#!/bin/sh\n', 'tools/t/tool.meta.json': '{' }],
    ['a missing description', { 'tools/t/tool.sh!': '#!/bin/sh\n' }],
    ['a program that is not there', { 'tools/t/tool.sh!': '#!/nowhere/at/all\n# Says hello.\n' }],
    ['an unusable server.meta.json', { 'server.d/server.meta.json': '{"name": 1}' }],
    ['an unusable registration', { 'server.d/register.json': '{}' }],
  ])('comes to the verdict of validate about %s', async (_, files) => {
    const project = projectOf(files);
    const { exitCode, errors, warnings } = await diagnose(project, options);
    const validation = await validateProject(project, { ...options, strict: false, explainDefaults: false });
    expect([exitCode, errors, warnings]).toEqual([isValid(validation) ? 0 : 1, validation.errors, validation.warnings]);
  });

  it('tells of a script in a folder of executables that is not executable, and mends it', async () => {
    const root = folders.make({
      'hello!': '#!/bin/sh\n# Says hello.\n',
      'later.sh': '#!/bin/sh\n# Says it later.\n',
      'data.txt': 'no script',
    });
    const bare = () => locateProject(root, env);
    const validation = await validateProject(bare(), { ...options, strict: false, explainDefaults: false });
    expect(validation.messages).toMatchObject([
      { level: 'warning', file: 'later.sh', message: 'has no execute bit, and is no tool' },
    ]);
    expect(await diagnose(bare(), options)).toMatchObject({
      warnings: 1,
      findings: [{ id: 'project.invalid', message: 'later.sh:1: has no execute bit, and is no tool' }],
      proposedActions: ['chmod +x later.sh'],
    });
    expect(await diagnose(bare(), { ...options, fix: true })).toMatchObject({
      findings: [],
      actionsTaken: ['chmod +x later.sh'],
      project: { toolsCount: 2 },
    });
  });

  it('is content with one of several programs, and an old framework', async () => {
    const requirements = {
      framework: { minVersion: '1.3' },
      dependencies: [{ name: 'sh' }, { or: [{ name: 'x' }, 'sh'] }],
    };
    expect(await ids({ 'server.d/requirements.json': JSON.stringify(requirements) })).toEqual([]);
  });

  it('looks at the machine', async () => {
    const bad = {
      MCPBASH_TMP_ROOT: '/nowhere/at/all',
      MCPBASH_REMOTE_TOKEN: 'short',
      CONCORD_HTTP_TOKEN: 'x'.repeat(32),
    };
    const found = await diagnose(projectOf(), { ...options, env: { ...env, ...bad }, nodeVersion: '20.9.0' });
    expect(found.findings.map(({ id }) => id)).toEqual([
      'runtime.node_too_old',
      'runtime.tmp_root_not_writable',
      'token.weak',
    ]);
    expect(found).toMatchObject({ exitCode: 1, errors: 3, runtime: { tmpRootWritable: false } });
    expect(JSON.stringify(found)).not.toContain('"short"');
  });

  it('misses a project that was named, and only mentions one that was not', async () => {
    const missing = new NoProject('there is none');
    expect(await diagnose(missing, options)).toMatchObject({
      exitCode: 1,
      project: null,
      findings: [{ id: 'project.missing' }],
    });
    expect(await diagnose(missing, { ...options, isNamed: false })).toMatchObject({ exitCode: 0, warnings: 1 });
  });

  it('sets permissions and execute bits, when it is told to and not before', async () => {
    const project = projectOf({ 'server.d/policy.sh': '', 'tools/t/tool.sh': '#!/bin/sh\n# Says hello.\n' });
    const policy = join(project.server, 'policy.sh');
    chmodSync(policy, 0o664);
    chmodSync(project.tools, 0o757);
    const actions = ['chmod go-w tools', 'chmod +x tools/t/tool.sh', 'chmod go-w server.d/policy.sh'];
    const look = await diagnose(project, { ...options, fix: true, dryRun: true });
    expect(look).toMatchObject({ exitCode: 1, proposedActions: actions, actionsTaken: [] });
    expect(look.findings.map(({ id, fixable }) => [id, fixable])).toEqual([
      ['project.unsafe_permissions', true],
      ['project.policy_unsafe', true],
    ]);
    expect(statSync(policy).mode & 0o777).toBe(0o664);
    const done = await diagnose(project, { ...options, fix: true });
    expect(done).toMatchObject({ exitCode: 0, findings: [], proposedActions: [], actionsTaken: actions });
    expect([policy, project.tools].map(path => statSync(path).mode & 0o777)).toEqual([0o644, 0o755]);
  });
});
