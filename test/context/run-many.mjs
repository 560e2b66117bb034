// Runs many command lines of `mcp context` one after the other in one process, and prints what they end with: node run-many.mjs <lines as JSON>

import { processContext } from '../../packages/cli/dist/start/process-context.js';
import { run } from '../../packages/cli/dist/start/run.js';

const context = processContext({ handleSignals: false });
const silent = async () => {};
const ends = [];
for (const line of JSON.parse(process.argv[2]))
  ends.push(await run({ ...context, stdout: silent, stderr: silent }, { verb: 'context', rest: line }));
process.stdout.write(JSON.stringify(ends));
