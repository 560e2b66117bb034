// Writes docs/environment.md; with --check only says whether it is current.
import { readFileSync, writeFileSync } from 'node:fs';
import { variables } from './environment-rows.mjs';

const file = new URL('../docs/environment.md', import.meta.url);

const tables = variables().map(([title, words, rows]) =>
  [
    `## ${title}\n`,
    ...(words ? [`${words}\n`] : []),
    '| variable | default | what it does | read by |\n|---|---|---|---|',
    ...rows.map(
      ({ name, otherwise, effects, readers }) =>
        `| \`${name}\` | ${otherwise || '-'} | ${[...effects].join('; ')} | ${[...readers].join(', ')} |`,
    ),
  ].join('\n'),
);
const page = `# Environment variables

\`CONCORD_…\` are ours, \`MCP_…\` those of the command line, \`MCPBASH_…\` those a project that is a folder brings along. This page is made by
\`npm run environment\` from the tables the code reads; a test holds it to every name that occurs in the code.

${tables.join('\n\n')}
`;

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== page) {
    console.error('docs/environment.md is not current: npm run environment');
    process.exitCode = 1;
  }
} else writeFileSync(file, page);
