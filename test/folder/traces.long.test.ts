import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { start } from '../cli/mcp.js';
import { folderOf, projectOf, shellTool } from './project.js';

// Commands leave nothing in the temporary folder, and nothing in the project but what they announce.

const home = folderOf({});
const project = () => {
  const root = projectOf({
    ...shellTool('hello', 'echo hi'),
    ...shellTool('fails', 'echo no >&2; exit 3'),
    ...shellTool('slow', 'sleep 60'),
    'tools/plain/tool.sh': 'echo plain\n',
    'tools/plain/tool.meta.json': { description: 'plain' },
    'tools/module/tool.mjs': 'export default () => "hi";\n',
    'prompts/p.txt': 'p',
    'resources/r.txt': 'r',
    'server.d/health-checks.sh!': '#!/bin/sh\nexit 0\n',
    'server.d/env.sh': 'MCP_X=1\n',
  });
  chmodSync(join(root, 'prompts/p.txt'), 0o666);
  return root;
};
const pathsIn = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort();
/** Every file of a folder with what is in it. */
const contentsOf = (folder: string) =>
  pathsIn(folder).flatMap(path => {
    const file = join(folder, path);
    return statSync(file).isFile() ? [`${path} ${readFileSync(file, 'utf8')}`] : [];
  });

const silent = [
  'validate',
  'validate --strict --json',
  'validate --explain-defaults',
  'validate --fix',
  'doctor',
  'doctor --fix --dry-run',
  'doctor --fix',
  'run-tool hello',
  'run-tool fails',
  'run-tool module',
  'run-tool nothing',
  'run-tool slow --timeout 0.5',
  'run-tool hello --dry-run',
  'run-tool hello --print-env',
  'run-tool hello --with-server-env',
  'registry status',
  'registry refresh --no-write',
  'config client',
  'config client --wrapper',
  'health',
  'bundle',
  'publish',
  'vendor',
  'scaffold ui',
  'helper nothing',
];
const announcing: Readonly<Record<string, (stdout: string) => readonly string[]>> = {
  'init --name other': announced,
  'new tool made': announced,
  'new prompt made': announced,
  'new resource made': announced,
  'new completion made': announced,
  'new provider made': announced,
  'new test': announced,
  'new another': stdout => announced(stdout).map(path => `another/${path}`),
  'registry refresh': () =>
    ['prompts', 'resource-templates', 'resources', 'tools'].map(kind => `.registry/${kind}.json`),
};

it.concurrent.each([...silent, ...Object.keys(announcing)])('%s', async line => {
  const [root, temporary] = [project(), folderOf({})];
  const before = contentsOf(root);
  const { child, ended } = start(line.split(' '), home, { cwd: root, env: { TMPDIR: temporary } });
  const { pid } = child;
  const { code, stdout, stderr } = await ended;
  expect([0, 1, 2, 3], stderr).toContain(code);
  expect([readdirSync(temporary), inMemory(pid!)]).toEqual([[], []]);
  const after = contentsOf(root);
  const added = after.filter(each => !before.includes(each)).map(each => each.split(' ')[0]!);
  expect(before.filter(each => !after.includes(each)).map(each => each.split(' ')[0])).toEqual([]);
  expect(added).toEqual([...(announcing[line]?.(stdout) ?? [])].sort());
});

/** The files that a command says it made. */
function announced(stdout: string): string[] {
  return [...stdout.matchAll(/^(?:Created|Updated) (\S+)$/gm)].map(([, path]) => path!);
}

/** What a process has in the folder in memory that some systems offer. */
function inMemory(pid: number): string[] {
  try {
    return readdirSync('/dev/shm').filter(name => name.includes(`-${pid}-`));
  } catch {
    return [];
  }
}
