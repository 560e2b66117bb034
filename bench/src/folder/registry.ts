import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openFolder } from '@concord/source-folder';
import type { Benchmark } from '../harness.js';
import { LineClient } from '../host/line-client.js';
import { manyTools } from './projects.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const TOOLS = 1_000;

interface Page {
  readonly result: { readonly tools: readonly object[]; readonly nextCursor?: string };
}

/** The first reading of a thousand tools, their whole list over stdio, and the time until a change of one is told. */
export async function thousandTools(): Promise<Benchmark> {
  const project = manyTools(TOOLS);
  const client = await new LineClient([here('../../../bin/mcp'), 'serve', project.root]).initialize();
  await walk(client);
  let version = 0;
  return {
    name: 'a project of 1,000 tools',
    work: { amount: TOOLS, unit: 'tools' },
    subjects: {
      'first snapshot': () => firstSnapshot(project.root),
      list: () => walk(client),
      'change of one': async () => {
        const told = client.notice('notifications/tools/list_changed');
        version += 1;
        const meta = { name: 'tool-00500', description: `Version ${version}` };
        writeFileSync(join(project.root, 'tools/tool-00500/tool.meta.json'), JSON.stringify(meta));
        await told;
      },
    },
    limits: [
      { subject: 'first snapshot', underMs: 1_000 },
      { subject: 'list', underMs: 50 },
      { subject: 'change of one', underMs: 500 },
    ],
    rounds: 15,
    close: () => {
      client.close();
      project.remove();
    },
  };
}

async function firstSnapshot(root: string): Promise<{ elapsedMs: number }> {
  const source = await openFolder(root, { env: { PATH: process.env.PATH }, version: '0', isPublic: false });
  const started = performance.now();
  await source.open();
  if (source.snapshot().tools.length !== TOOLS) throw new Error('some tools were not found');
  const elapsedMs = performance.now() - started;
  await source.close();
  return { elapsedMs };
}

async function walk(client: LineClient): Promise<void> {
  let seen = 0;
  let cursor: string | undefined;
  do {
    const { result } = (await client.request('tools/list', cursor === undefined ? {} : { cursor })) as Page;
    seen += result.tools.length;
    cursor = result.nextCursor;
  } while (cursor !== undefined);
  if (seen !== TOOLS) throw new Error(`the walk saw ${seen} tools`);
}
