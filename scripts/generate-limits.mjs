// Writes docs/limits.md from the limits table; with --check only says whether it is current.
import { readFileSync, writeFileSync } from 'node:fs';
import { limitTable } from '@concord/engine';

const file = new URL('../docs/limits.md', import.meta.url);
const rows = Object.entries(limitTable).map(
  ([name, { value, unit, variable, bounds, enforcedIn }]) =>
    `| ${name} | ${value.toLocaleString('en-US')} ${unit === 'count' ? '' : unit} | \`${variable}\` | ${bounds} | ${enforcedIn} |`,
);
const page = `# Limits

Everything that can grow has a cap. Each can be set with a variable of the environment, as a plain non-negative integer;
anything else is a warning, and the default holds. This page is made from the table the engine reads
(\`npm run limits\`).

| limit | default | variable | what it bounds | enforced in |
|---|---|---|---|---|
${rows.map(row => row.replace(/ {2,}/g, ' ')).join('\n')}

## What is not promised

- A tool that runs inside the server's own thread and never gives it back (an endless loop without \`await\`) cannot be
  interrupted: timers and cancellation need the thread. Programs and worker threads have no such gap.
- A tool that ignores its signal is left behind after the grace, and its lock stays taken until it really ends: two holders
  would be worse than a conflict.
- A server that is killed with SIGKILL cannot end the programs its calls started. Where the system has \`/proc\` and a shell, a small process
  beside it does so moments later; elsewhere they live on.
- A process that has made a session of its own (\`setsid\`) outlives its call. So does one with a group of its own where the system has no \`/proc\`, or
  when the server is killed with SIGKILL.
- A module that the system holds up, in a read that never returns, cannot be ended alone: its call is answered at its time, and its thread lives until
  the server ends. The server then ends by a signal in place of its exit code, because an exit would wait for that thread.
- Sizes of data are counted without the escapes that writing it as JSON may add.
`;

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== page) {
    console.error('docs/limits.md is not current: npm run limits');
    process.exitCode = 1;
  }
} else writeFileSync(file, page);
