import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const inputSchema = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] };

/** A warm echo, which also speaks without a server: one JSON line in, one out. */
const warmEcho = `#!/usr/bin/env node
process.stdout.write('{"ready":true}\\n');
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, args } = JSON.parse(line);
  if (args) process.stdout.write(JSON.stringify({ id, result: args.message }) + '\\n');
});
`;

const script = '#!/bin/sh\nread -r line\nprintf "%s" "$line"\n';

/** A folder that is removed when the benchmark is over. */
export interface BenchProject {
  readonly root: string;
  remove(): void;
}

/** A project with one echo of each kind: a script, a module, a warm program. */
export function echoes(): BenchProject {
  return projectOf({
    'tools/script/tool.sh!': script,
    'tools/script/tool.meta.json': JSON.stringify({ description: 'echo', inputSchema }),
    'tools/module/tool.mjs': 'export default ({ message }) => message;\n',
    'tools/module/tool.meta.json': JSON.stringify({ description: 'echo', inputSchema }),
    'tools/warm/tool!': warmEcho,
    'tools/warm/tool.meta.json': JSON.stringify({ description: 'echo', inputSchema, mode: 'persistent' }),
  });
}

/** A project with many tools, each a folder with a script and its metadata. */
export function manyTools(count: number): BenchProject {
  const files = Array.from({ length: count }, (_, n) => {
    const name = `tool-${String(n).padStart(5, '0')}`;
    const meta = JSON.stringify({ name, description: `Tool number ${n}`, inputSchema });
    return [
      [`tools/${name}/tool.sh!`, script],
      [`tools/${name}/tool.meta.json`, meta],
    ] as const;
  });
  return projectOf(Object.fromEntries(files.flat()));
}

function projectOf(files: Readonly<Record<string, string>>): BenchProject {
  const root = mkdtempSync(join(tmpdir(), 'concord-bench-'));
  for (const [name, content] of Object.entries({ 'server.d/server.meta.json': '{"name":"bench"}', ...files })) {
    const path = join(root, name.replace(/!$/, ''));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    chmodSync(path, name.endsWith('!') ? 0o755 : 0o644);
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
