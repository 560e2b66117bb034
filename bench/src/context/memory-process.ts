import { createEngine, invoke } from '@concord/engine';
import { contextSettings, contextSource } from '@concord/source-context';

// Prints by how many bytes the process has grown when a cache was loaded, answered for, and everything else was collected.
const [root = '', cache = '', query = ''] = process.argv.slice(2);
const collect = globalThis.gc;
if (!collect) throw new Error('start with --expose-gc');
const source = contextSource(contextSettings({ CONTEXT_SIDECAR: 'read' }, root));
const [resolve] = source.snapshot().tools;
const engine = createEngine({ env: {}, warn: () => {} });
const settled = async () => {
  for (let round = 0; round < 5; round++) {
    collect();
    await new Promise(resume => setTimeout(resume, 50));
  }
  return process.memoryUsage().rss;
};
const before = await settled();
const { outcome } = await invoke(resolve!, { cache, query, budget: 4_000 }, { engine });
if (!outcome.ok) throw new Error('no answer');
console.log((await settled()) - before);
await source.close();
