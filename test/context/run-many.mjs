// Runs many command lines of `mcp context` one after the other in one process, and prints what they end with: node run-many.mjs <lines as JSON>

import { processShell } from '../../packages/cli/dist/start/process-shell.js';
import { run } from '../../packages/cli/dist/start/run.js';

const shell = processShell({ handleSignals: false });
const silent = async () => {};
const ends = [];
for (const line of JSON.parse(process.argv[2]))
  ends.push(await run({ ...shell, stdout: silent, stderr: silent }, { verb: 'context', rest: line }));
process.stdout.write(JSON.stringify(ends));
