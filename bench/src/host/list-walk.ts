import { fileURLToPath } from 'node:url';
import type { Benchmark } from '../harness.js';
import { LineClient } from './line-client.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const TOOLS = 1_000;

interface Page {
  readonly result: { readonly tools: readonly { readonly name: string }[]; readonly nextCursor?: string };
}

/** A walk through the list of 1,000 tools, page by page as the server cuts them. Fails when the file system is called for it. */
export async function listWalkOverStdio(): Promise<Benchmark> {
  const preload = ['--import', new URL('count-file-calls.js', import.meta.url).href];
  const server = [...preload, here('../../../bin/mcp'), 'serve', here('many-tools.js')];
  const client = await new LineClient(server, { TOOLS: String(TOOLS) }).initialize();
  const fileCalls = async () => {
    const last = { name: `echo_${String(TOOLS - 1).padStart(5, '0')}`, arguments: { message: '' } };
    const answer = (await client.request('tools/call', last)) as { result: { content: { text: string }[] } };
    return Number(answer.result.content[0]!.text);
  };
  const walk = async () => {
    let seen = 0;
    let cursor: string | undefined;
    do {
      const { result } = (await client.request('tools/list', { cursor })) as Page;
      seen += result.tools.length;
      cursor = result.nextCursor;
    } while (cursor !== undefined);
    if (seen !== TOOLS) throw new Error(`the walk saw ${seen} tools`);
  };
  const before = await fileCalls();
  // A server that has started has read files: a count of none would count nothing.
  if (!(before > 0)) throw new Error('the calls of the file system are not counted');
  await walk();
  const calls = (await fileCalls()) - before;
  if (calls !== 0) throw new Error(`the walk called the file system ${calls} times`);
  return {
    name: 'walk of tools/list over stdio',
    work: { amount: TOOLS, unit: 'tools' },
    subjects: { concord: walk },
    limits: [{ subject: 'concord', underMs: 50 }],
    rounds: 20,
    warmUp: 3,
    close: () => client.close(),
  };
}
