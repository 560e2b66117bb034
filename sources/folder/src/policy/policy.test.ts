import { chmodSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Call } from '@concord/engine';
import { describe, expect, it } from 'vitest';
import { addFiles, itemAt, makeProject, TestRun } from '../../test/support/projects.js';
import { allowList } from './allow-list.js';
import { Policy } from './policy.js';
import { ProjectRule } from './project-rule.js';
import { RuleFile } from './rule-file.js';

describe('the allow-list', () => {
  const allows = (env: Record<string, string>, name: string, isPublic = false, also: string[] = []) =>
    allowList(env, { isPublic, also }, () => {}).allows(name);

  it.each([
    [{}, false, true],
    [{}, true, false],
    [{ MCPBASH_TOOL_ALLOWLIST: 'a, b' }, false, true],
    [{ MCPBASH_TOOL_ALLOWLIST: 'b c' }, false, false],
    [{ MCPBASH_TOOL_ALLOWLIST: '*' }, true, true],
    [{ MCPBASH_TOOL_ALLOWLIST: 'all' }, false, true],
    [{ MCPBASH_TOOL_ALLOW_DEFAULT: 'deny' }, false, false],
    [{ MCPBASH_TOOL_ALLOW_DEFAULT: 'allow' }, true, true],
    [{ MCPBASH_TOOL_ALLOW_DEFAULT: 'deny', MCPBASH_TOOL_ALLOWLIST: 'a' }, false, true],
  ])('of %j, public: %s, allows a: %s', (env, isPublic, expected) => {
    expect(allows(env as Record<string, string>, 'a', isPublic)).toBe(expected);
  });

  it('gives way to whoever runs a single tool', () => {
    expect(allows({ MCPBASH_TOOL_ALLOWLIST: 'b' }, 'a', false, ['a'])).toBe(true);
    expect(allows({ MCPBASH_TOOL_ALLOWLIST: 'b' }, 'a', false, ['*'])).toBe(true);
  });
});

const call = {
  signal: new AbortController().signal,
  onStop: () => () => {},
  caller: { name: 'test', transport: 'stdio' },
} as unknown as Call;

/** Collects all that nobody holds. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** What the rule of a project says of a call. */
async function ask(files: Record<string, string>, args = {}, change?: (root: string) => void, times = 2) {
  const project = makeProject({ 'tools/a/tool.sh!': '', ...files });
  change?.(project.root);
  const context = new TestRun(project);
  const rule = new ProjectRule(context);
  const policy = new Policy(
    allowList({}, { isPublic: false }, () => {}),
    rule,
    context.report,
  );
  const item = itemAt(project, 'tools/a/tool.sh');
  try {
    const first = await policy.admit(item, args, call);
    return { first, again: times > 1 ? await policy.admit(item, args, call) : undefined, context };
  } finally {
    await rule.close();
  }
}

describe('the rule of a project', () => {
  it.each([
    ['policy.js', 'export default call => call.args.ok === true;'],
    ['policy.ts', 'export default (call: { args: { ok: boolean } }): boolean => call.args.ok === true;'],
    [
      'policy.mjs',
      'export default async call => ({ allow: call.args.ok === true && call.name === "a" && call.caller.transport === "stdio" });',
    ],
  ])('of %s decides', async (name, source) => {
    expect((await ask({ [`server.d/${name}`]: source }, { ok: true })).first).toBeUndefined();
    const { first, again, context } = await ask({ [`server.d/${name}`]: source });
    expect([first, again]).toEqual([
      expect.objectContaining({ kind: 'forbidden', message: "Tool 'a' is blocked by policy" }),
      expect.objectContaining({ kind: 'forbidden' }),
    ]);
    expect(context.reports[0]).toMatchObject({ level: 'warning', logger: 'tools.policy' });
  });

  it('of policy.sh decides, with words of its own', async () => {
    const source = `mcp_tools_policy_check() {
      case "$1" in a) ;; *) return 0;; esac
      _MCP_TOOLS_ERROR_CODE=-32602 _MCP_TOOLS_ERROR_MESSAGE="not $1" _MCP_TOOLS_ERROR_DATA='{"why": "because"}'
      echo noise; return 1
    }`;
    const { first, again } = await ask({ 'server.d/policy.sh': source });
    expect(first).toMatchObject({
      kind: 'forbidden',
      message: 'not a',
      rpc: { code: -32602, data: { why: 'because' } },
    });
    expect(again).toEqual(first);
    expect((await ask({ 'server.d/policy.sh': 'mcp_tools_policy_check() { return 0; }' })).first).toBeUndefined();
  });

  it.each([
    ['throws', { 'server.d/policy.mjs': 'export default () => { throw new Error("broken"); };' }, /broken/],
    ['is no rule', { 'server.d/policy.mjs': 'export default 1;' }, /neither a function/],
    ['gives nothing', { 'server.d/policy.mjs': 'export default () => {};' }, /neither true, false/],
    ['has a fault', { 'server.d/policy.sh': 'syntax error (' }, /ended with/],
    ['defines nothing', { 'server.d/policy.sh': 'true' }, /mcp_tools_policy_check/],
  ])('that %s denies every call', async (_, files, why) => {
    const { first, context } = await ask(files as unknown as Record<string, string>);
    expect(first).toMatchObject({ kind: 'forbidden', message: expect.stringMatching(/server\.d\/policy/) });
    expect(first!.message).toMatch(why);
    expect(context.reports).toContainEqual(expect.objectContaining({ level: 'error', logger: 'tools.policy' }));
  });

  it('that others may write denies every call', async () => {
    const files = { 'server.d/policy.sh': 'mcp_tools_policy_check() { return 0; }' };
    const { first } = await ask(files, {}, root => chmodSync(join(root, 'server.d/policy.sh'), 0o664));
    expect(first).toMatchObject({ kind: 'forbidden', message: expect.stringContaining('writable') });
  });

  it('that does not come to an end denies, however busy the server is meanwhile', async () => {
    const collectAll = setInterval(garbageCollector(), 100);
    const { first } = await ask(
      { 'server.d/policy.mjs': 'export default () => new Promise(() => {});' },
      {},
      undefined,
      1,
    );
    clearInterval(collectAll);
    expect(first).toMatchObject({ message: expect.stringContaining('in time') });
  });

  it('counts as it is now', async () => {
    const project = makeProject({ 'tools/a/tool.sh!': '', 'server.d/policy.mjs': 'export default () => true;' });
    const context = new TestRun(project);
    const rule = new ProjectRule(context);
    const item = itemAt(project, 'tools/a/tool.sh');
    expect(await rule.decide(item, {}, call)).toBeUndefined();
    addFiles(project.root, { 'server.d/policy.mjs': 'export default () => false;//' });
    expect(await rule.decide(item, {}, call)).toMatchObject({ kind: 'forbidden' });
    await rule.close();
  });

  it('that is a link to nothing denies every call', async () => {
    const { first } = await ask({ 'server.d/server.meta.json': '{}' }, {}, root =>
      symlinkSync('missing', join(root, 'server.d/policy.sh')),
    );
    expect(first).toMatchObject({ kind: 'forbidden', message: expect.stringContaining('server.d/policy.sh') });
  });

  it('that cannot be looked for denies every call', async () => {
    const { first, context } = await ask({}, {}, root => symlinkSync('server.d', join(root, 'server.d')));
    expect(first).toMatchObject({ kind: 'forbidden', message: expect.stringContaining('ELOOP') });
    expect(context.reports).toContainEqual(expect.objectContaining({ level: 'error', logger: 'tools.policy' }));
  });

  it.each([
    ['policy.mjs', 'export default () => { setImmediate(() => process.exit(2)); return true; };'],
    ['policy.sh', 'mcp_tools_policy_check() { (kill -9 $$) & return 0; }'],
  ])('of %s that ends after it has decided is loaded anew', async (name, source) => {
    const project = makeProject({ 'tools/a/tool.sh!': '', [`server.d/${name}`]: source });
    const context = new TestRun(project);
    const rule = new ProjectRule(context);
    const item = itemAt(project, 'tools/a/tool.sh');
    // While it is on its way to its end it denies; never does anybody wait for one that is gone.
    const decisions: unknown[] = [];
    for (let n = 0; n < 4; n += 1) {
      decisions.push(await rule.decide(item, {}, call));
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    expect(JSON.stringify(decisions)).not.toContain('in time');
    await rule.close();
  });

  it('of policy.sh is not asked about a name it would misread, and is right about the next', async () => {
    const source = 'mcp_tools_policy_check() { case "$1" in bad) return 1;; esac; return 0; }';
    const project = makeProject({ 'tools/a/tool.sh!': '', 'server.d/policy.sh': source });
    const rule = new ProjectRule(new TestRun(project));
    const isDenied = async (writtenName: string) =>
      (await rule.decide(itemAt(project, 'tools/a/tool.sh', { writtenName }), {}, call)) !== undefined;
    expect([await isDenied('a\nb'), await isDenied('bad'), await isDenied('good'), await isDenied('bad')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    await rule.close();
  });
});

describe('the file of a rule', () => {
  // Folders without a rule, as they are found after a while.
  const [untouched, setBack] = [1, 2].map(() => makeProject({ 'server.d/server.meta.json': '{}' }).server) as [
    string,
    string,
  ];
  utimesSync(setBack, 1, 1);
  const settled = new Promise(resolve => setTimeout(resolve, 2_600));

  it('is seen the moment it is there, also where there was none for long, and is missed the moment it is gone', async () => {
    await settled;
    const rule = new RuleFile(untouched);
    for (let round = 0; round < 3; round += 1) {
      for (let look = 0; look < 3; look += 1) expect(rule.find()).toBeUndefined();
      addFiles(untouched, { 'policy.mjs': '' });
      expect(rule.find()).toBe(join(untouched, 'policy.mjs'));
      rmSync(join(untouched, 'policy.mjs'));
    }
  });

  it('is seen in a folder whose time was set back', async () => {
    await settled;
    const rule = new RuleFile(setBack);
    expect(rule.find()).toBeUndefined();
    addFiles(setBack, { 'policy.sh': '' });
    utimesSync(setBack, 1, 1);
    expect(rule.find()).toBe(join(setBack, 'policy.sh'));
  });

  it('is nowhere where there is no folder for it', () => {
    const { root, server } = makeProject({});
    expect(new RuleFile(server).find()).toBeUndefined();
    addFiles(root, { 'server.d': 'a file' });
    expect(new RuleFile(server).find()).toBeUndefined();
  });
});
