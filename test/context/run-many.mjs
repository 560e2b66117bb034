// Runs many command lines of `mcp context` one after the other in one process, and prints what they end with: node run-many.mjs <lines as JSON>
import { run } from '../../packages/cli/dist/run.js';
import { processShell } from '../../packages/cli/dist/shell.js';

const shell = processShell({ handleSignals: false });
const silent = async () => {};
const ends = [];
for (const line of JSON.parse(process.argv[2]))
  ends.push(await run({ ...shell, argv: ['context', ...line], stdout: silent, stderr: silent }));
process.stdout.write(JSON.stringify(ends));
