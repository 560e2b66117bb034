// Writes docs/limits.md from the tables of limits and variables and from the constants of the code; with --check only says whether it is current.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limitTable } from '@concord/engine';
import { variables } from './environment-rows.mjs';

const file = new URL('../docs/limits.md', import.meta.url);
const root = fileURLToPath(new URL('..', import.meta.url));
const grouped = number => number.toLocaleString('en-US');

const ofCalls = Object.entries(limitTable).map(
  ([name, { value, unit, variable, bounds, enforcedIn }]) =>
    `| ${name} | ${grouped(value)} ${unit === 'count' ? '' : unit} | \`${variable}\` | ${bounds} | ${enforcedIn} |`,
);

const inTable = new Set(Object.values(limitTable).map(({ variable }) => variable));
/** Every other variable with a number for its default. */
const settable = variables()
  .flatMap(([, , rows]) => rows)
  .filter(({ name, otherwise }) => /^(?:[0-9]|that of )/.test(otherwise) && !inTable.has(name))
  .map(
    ({ name, otherwise, effects, readers }) =>
      `| \`${name}\` | ${otherwise} | ${[...effects].join('; ')} | ${[...readers].join(', ')} |`,
  );

/** Constants of the code that bound something: by their names. */
const cap =
  /^(?:export )?const ((?:[A-Z]+_)*(?:MAX|MOST|LARGEST|LONGEST|LIMIT)(?:_[A-Z]+)*|[A-Z_]+_BYTES) = ([0-9][^;\n]*);$/gm;

function sourceFiles() {
  const folders = ['packages', 'sources'].flatMap(place =>
    readdirSync(join(root, place)).map(name => `${place}/${name}/src`),
  );
  return folders
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`),
    )
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(name => name.replaceAll('\\', '/'))
    .sort();
}

/** The value of a product, power or sum of plain numbers. */
const numberIn = expression =>
  expression
    .replaceAll('_', '')
    .split('+')
    .map(sum =>
      sum.split(/(?<!\*)\*(?!\*)/).map(part =>
        part
          .split('**')
          .map(Number)
          .reduceRight((power, base) => base ** power),
      ),
    )
    .map(factors => factors.reduce((one, other) => one * other))
    .reduce((one, other) => one + other);

/** A number in groups of digits; anything else as the code has it. */
const shownValue = value => (/^[0-9_*\s+]+$/.test(value) ? grouped(numberIn(value)) : `\`${value}\``);

const fixed = sourceFiles().flatMap(name =>
  [...readFileSync(join(root, name), 'utf8').matchAll(cap)].map(
    ([, constant, value]) => `| ${constant.toLowerCase().replaceAll('_', ' ')} | ${shownValue(value)} | \`${name}\` |`,
  ),
);

const page = `# Limits

Everything that can grow has a cap. This page is made from the tables and constants the code reads (\`npm run limits\`), so that none is missing.

## Calls

Each can be set with a variable of the environment, as a plain non-negative integer; anything else is a warning, and the default holds.

| limit | default | variable | what it bounds | enforced in |
|---|---|---|---|---|
${ofCalls.map(row => row.replace(/ {2,}/g, ' ')).join('\n')}

## Other limits and times that can be set

| variable | default | what it does | read by |
|---|---|---|---|
${settable.join('\n')}

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
- Sizes of data are counted without the escapes that writing it as JSON may add. Where an answer comes as text and as data, the larger of the
  two counts; a response whose line would be over the limit keeps its data whole and of its text both ends, or is replaced by an error.

## Fixed caps

| what | value | where |
|---|---|---|
${fixed.join('\n')}
`;

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== page) {
    console.error('docs/limits.md is not current: npm run limits');
    process.exitCode = 1;
  }
} else writeFileSync(file, page);
