import { EventEmitter, once } from 'node:events';
import { chmodSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceKind, SourceReport } from '@concord/engine';
import { afterEach, expect, it } from 'vitest';
import { WAIT_LIMIT_MS } from '../../../../test/support/time.js';
import { type Files, putFiles, TestFolders } from '../../test/support/folders.js';
import { locateProject } from '../locate/locate.js';
import { folderSettings } from '../project/settings.js';
import type { BuildOptions } from './build.js';
import { SourceState } from './source-state.js';
import type { WatchSettings } from './watch/watch.js';

const folders = new TestFolders();
const states: SourceState[] = [];
afterEach(async () => {
  await Promise.all(states.splice(0).map(state => state.close()));
  folders.removeAll();
});
const script = '#!/bin/sh\necho hi\n';

/** A project that is served, and everything it tells. */
class Served {
  readonly root: string;
  readonly state: SourceState;
  readonly changes: SourceKind[][] = [];
  readonly problems: string[] = [];
  readonly reports: SourceReport[] = [];
  readonly #events = new EventEmitter();

  constructor(files: Files, env: Record<string, string> = {}, options: BuildOptions & WatchSettings = {}) {
    this.root = folders.make(files);
    const settings = folderSettings(env, () => {});
    const tell =
      <Told>(list: Told[]) =>
      (told: Told): void => {
        list.push(told);
        this.#events.emit('told');
      };
    const events = {
      onChange: tell(this.changes as (readonly SourceKind[])[]),
      onProblem: tell(this.problems),
      onReport: tell(this.reports),
    };
    this.state = new SourceState(locateProject(this.root, {}), settings, events, options);
    states.push(this.state);
  }

  get tools(): readonly string[] | undefined {
    return this.state.contents?.tools.map(({ name }) => name);
  }

  /** Waits until something is so, which can only become so when something is told. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await once(this.#events, 'told', { signal: AbortSignal.timeout(WAIT_LIMIT_MS) });
  }

  /** Lets everything that has happened so far be seen: changes made now are told after it. */
  async settle(): Promise<void> {
    const before = this.changes.length;
    putFiles(this.root, { [`prompts/settle-${before}.txt`]: '' });
    await this.until(() => this.changes.length > before && this.changes.at(-1)!.includes('prompts'));
  }
}

it('tells a new tool, a changed one and one that has gone, once each', async () => {
  const served = new Served({ 'tools/a/tool.sh!': script, 'prompts/p.txt': '' });
  await served.state.open();
  const first = served.state.contents;
  expect([served.tools, served.changes]).toEqual([['a'], []]);
  putFiles(served.root, { 'tools/b/tool.sh!': script, 'tools/b/tool.meta.json': '{"description":"d"}' });
  await served.until(() => served.changes.length === 1);
  expect(served.tools).toEqual(['a', 'b']);
  expect(first?.tools).toHaveLength(1);
  writeFileSync(join(served.root, 'tools/b/tool.meta.json'), '{"description":"other"}');
  await served.until(() => served.changes.length === 2);
  expect(served.state.contents?.tools[1]).toMatchObject({ description: 'other' });
  rmSync(join(served.root, 'tools/b'), { recursive: true });
  await served.until(() => served.changes.length === 3);
  expect(served.tools).toEqual(['a']);
  expect(served.changes).toEqual([['tools'], ['tools'], ['tools']]);
});

it('tells a burst of changes once for each kind, and files that were only touched not at all', async () => {
  const tools = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`tools/t${n}/tool.sh!`, script]));
  const served = new Served({ ...tools, 'resources/r.txt': '', 'prompts/p.txt': '' });
  await served.state.open();
  const before = served.state.contents;
  for (const name of Object.keys(tools)) utimesSync(join(served.root, name.replace('!', '')), 1, 1);
  await served.state.refresh();
  expect(served.state.contents).toBe(before);
  for (let n = 0; n < 50; n++) writeFileSync(join(served.root, `tools/t${n}/tool.meta.json`), '{"description":"d"}');
  putFiles(served.root, { 'resources/s.txt': '', 'prompts/q.txt': '' });
  await served.until(() => served.changes.length > 0);
  await served.settle();
  expect(served.changes).toEqual([['tools', 'resources', 'prompts'], ['prompts']]);
});

it('loses no change that comes the moment a build has ended', async () => {
  const served = new Served({ 'tools/a/tool.sh!': script }, { MCPBASH_STATIC_REGISTRY: '1' });
  await served.state.open();
  for (const name of ['b', 'c', 'd']) {
    putFiles(served.root, { [`tools/${name}/tool.sh!`]: script });
    const ended = served.changes.length;
    void served.state.refresh();
    await served.until(() => served.changes.length > ended);
    putFiles(served.root, { [`tools/${name}/tool.meta.json`]: '{"description":"d"}' });
    await served.state.refresh();
    expect(served.state.contents?.tools.at(-1)).toMatchObject({ name, description: 'd' });
  }
});

it('follows folders that come later, are renamed, or take the place of others', async () => {
  const served = new Served({ 'server.d/server.meta.json': '{}' });
  await served.state.open();
  expect(served.tools).toEqual([]);
  putFiles(served.root, { 'tools/a/tool.sh!': script });
  await served.until(() => served.tools?.join() === 'a');
  putFiles(served.root, { 'tools/group/deep/one.sh!': '#!/bin/sh\n# mcp: {"name":"one"}\n' });
  await served.until(() => served.tools?.join() === 'a,one');
  renameSync(join(served.root, 'tools/group'), join(served.root, 'tools/other'));
  await served.settle();
  writeFileSync(join(served.root, 'tools/other/deep/one.sh'), '#!/bin/sh\n# mcp: {"name":"two"}\n');
  await served.until(() => served.tools?.join() === 'a,two');
  rmSync(join(served.root, 'tools'), { recursive: true });
  await served.until(() => served.tools?.length === 0);
  putFiles(served.root, { 'tools/b/tool.sh!': script });
  await served.until(() => served.tools?.join() === 'b');
});

it('sees permissions change, and files come to a bare folder', async () => {
  const served = new Served({ 'hello.sh!': script });
  await served.state.open();
  putFiles(served.root, { 'more.sh': script });
  chmodSync(join(served.root, 'more.sh'), 0o755);
  await served.until(() => served.tools?.join() === 'hello,more');
  chmodSync(join(served.root, 'more.sh'), 0o757);
  await served.until(() => served.tools?.join() === 'hello');
  expect(served.state.contents?.diagnostics).toContainEqual(
    expect.objectContaining({ level: 'error', file: 'more.sh' }) as never,
  );
});

it('keeps the last good build when one fails, tells why once, and recovers', async () => {
  const served = new Served({ 'tools/a/tool.sh!': script }, { MCPBASH_REGISTRY_MAX_BYTES: '120' });
  await served.state.open();
  putFiles(served.root, { 'tools/b/tool.sh!': script });
  await served.until(() => served.problems.length === 1);
  expect(served.problems[0]).toMatch('MCPBASH_REGISTRY_MAX_BYTES');
  putFiles(served.root, { 'tools/c/tool.sh!': script });
  await served.state.refresh();
  expect([served.tools, served.problems.length, served.state.problem]).toEqual([['a'], 1, served.problems[0]]);
  rmSync(join(served.root, 'tools/a'), { recursive: true });
  rmSync(join(served.root, 'tools/c'), { recursive: true });
  await served.until(() => served.changes.length === 1);
  expect([served.tools, served.state.problem]).toEqual([['b'], undefined]);
});

it('has nothing after a first build that fails, and everything after one that does not', async () => {
  const served = new Served({ 'tools/a/tool.sh!': script }, { MCPBASH_REGISTRY_MAX_BYTES: '10' });
  await served.state.open();
  expect([served.state.contents, served.problems.length]).toEqual([undefined, 1]);
  rmSync(join(served.root, 'tools/a'), { recursive: true });
  await served.until(() => served.changes.length === 1);
  expect(served.tools).toEqual([]);
});

it('tells of a bad registration once, with every kind, and goes back when it is mended', async () => {
  const good = '{"version":1,"tools":[{"name":"manual","path":"a/tool.sh","description":"d"}]}';
  const served = new Served({ 'tools/a/tool.sh!': script, 'server.d/register.json': good });
  const register = (text: string) => {
    writeFileSync(join(served.root, 'server.d/new'), text, { mode: 0o644 });
    renameSync(join(served.root, 'server.d/new'), join(served.root, 'server.d/register.json'));
  };
  await served.state.open();
  expect([served.tools, served.reports]).toEqual([['manual'], []]);
  register('{broken');
  await served.until(() => served.reports.length === 1);
  expect(served.tools).toEqual(['a']);
  expect(served.changes).toEqual([['tools']]);
  expect(served.reports[0]).toMatchObject({ level: 'error', announce: ['resources', 'prompts'] });
  expect(served.reports[0]?.message).toMatch('server.d/register.json is not valid JSON (line 1)');
  register('{broken');
  await served.state.refresh();
  expect(served.reports).toHaveLength(1);
  register(good);
  await served.until(() => served.changes.length === 2);
  expect(served.tools).toEqual(['manual']);
  register('{broken');
  await served.until(() => served.reports.length === 2);
});

it('tells of a registration that was bad from the start, with every kind to announce', async () => {
  const served = new Served({ 'tools/a/tool.sh!': script, 'server.d/register.json': '{}' });
  await served.state.open();
  expect(served.changes).toEqual([]);
  expect(served.reports).toMatchObject([{ level: 'error', announce: ['tools', 'resources', 'prompts'] }]);
});

it('looks from time to time where nothing can be watched, and says so once', async () => {
  const watch = () => {
    throw Object.assign(new Error('no'), { code: 'ENOSPC' });
  };
  const served = new Served({ 'tools/a/tool.sh!': script }, {}, { watch, pollSecs: 0.02 });
  await served.state.open();
  putFiles(served.root, { 'tools/b/tool.sh!': script });
  await served.until(() => served.tools?.join() === 'a,b');
  expect(served.reports.map(({ level, message }) => `${level} ${message}`)).toEqual([
    'warning the system allows no more watches (ENOSPC); changes are looked for every 5 s',
  ]);
});

it('comes back when the project folder went away for a while', async () => {
  const served = new Served({ 'tools/a/tool.sh!': script }, {}, { pollSecs: 0.02 });
  await served.state.open();
  const aside = `${served.root}-aside`;
  renameSync(served.root, aside);
  await served.state.refresh();
  expect(served.problems).toEqual(['the project folder cannot be read (ENOENT)']);
  mkdirSync(served.root);
  putFiles(served.root, { 'tools/b/tool.sh!': script });
  rmSync(aside, { recursive: true });
  await served.until(() => served.tools?.join() === 'b');
});

it('watches nothing when the registry is static', async () => {
  let watched = 0;
  const watch = (): never => {
    watched += 1;
    throw new Error('no');
  };
  const served = new Served({ 'tools/a/tool.sh!': script }, { MCPBASH_STATIC_REGISTRY: '1' }, { watch });
  await served.state.open();
  expect([served.tools, watched, served.reports]).toEqual([['a'], 0, []]);
});

it('warns once of more items than a client is likely to cope with', async () => {
  const prompts = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`prompts/p${n}.txt`, '']));
  const served = new Served(prompts);
  await served.state.open();
  await served.state.refresh();
  expect(served.reports.map(({ message }) => message)).toEqual(['there are more than 500 prompts']);
});

it('tells what it leaves out when that is news, with the places aside, and nothing when all is well again', async () => {
  const served = new Served({
    'tools/a/tool.sh!': script,
    'tools/b/tool.sh!': script,
    'tools/b/tool.meta.json': '{\n  "name": }',
    'prompts/p.txt': '',
    'prompts/p.meta.json': '[]',
  });
  await served.state.open();
  const told = () => served.reports.filter(({ message }) => message.includes('left out'));
  expect([served.tools, told()]).toEqual([
    ['a'],
    [
      expect.objectContaining({
        level: 'warning',
        message: expect.stringMatching(/1 in tools.*mcp validate/),
        detail: expect.stringMatching(/prompts\/p\.meta\.json:1: .*; tools\/b\/tool\.meta\.json:2: /),
      }),
    ],
  ]);
  expect(told()[0]!.message).not.toContain('/');
  await served.state.refresh();
  expect(told()).toHaveLength(1);
  putFiles(served.root, { 'tools/b/tool.meta.json': '{}', 'prompts/p.meta.json': '{}' });
  await served.state.refresh();
  expect([served.tools, told().length]).toEqual([['a', 'b'], 1]);
});

it('tells of one more thing at fault, also where there are more than it names', async () => {
  const broken = (n: number) => ({ [`prompts/p${n}.txt`]: '', [`prompts/p${n}.meta.json`]: '[]' });
  const served = new Served(Object.assign({}, ...Array.from({ length: 30 }, (_, n) => broken(10 + n))));
  await served.state.open();
  putFiles(served.root, broken(99));
  await served.state.refresh();
  const told = served.reports.map(({ message }) => message);
  expect(told).toEqual([expect.stringContaining('30 in prompts'), expect.stringContaining('31 in prompts')]);
});

it('asks a module about itself again only when it has changed', async () => {
  let asked = 0;
  const moduleMeta = async () => {
    asked += 1;
    return { name: `asked-${asked}` };
  };
  const served = new Served({ 'tools/m/tool.mjs': 'export default 1' }, {}, { moduleMeta });
  await served.state.open();
  await served.state.refresh();
  expect(asked).toBe(1);
  writeFileSync(join(served.root, 'tools/m/tool.mjs'), 'export default 22');
  await served.until(() => served.tools?.join() === 'asked-2');
});
