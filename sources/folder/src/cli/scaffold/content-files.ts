import { join } from 'node:path';
import { isInside } from '../../files/safety.js';
import { pathBelow } from '../../project/findings.js';
import type { Project } from '../../project/project.js';
import { shellWord } from '../../project/shell-word.js';
import { titleOf } from '../../scan/identity.js';
import type { PlannedFile } from './made-files.js';
import { testBeginning } from './test-script.js';

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** A prompt with one argument, its metadata and a README. */
export function promptFiles({ prompts }: Project, name: string): readonly PlannedFile[] {
  const folder = join(prompts, name);
  return [
    { path: join(folder, `${name}.txt`), content: 'Write a friendly greeting for {{name}}, in one sentence.\n' },
    {
      path: join(folder, `${name}.meta.json`),
      content: json({
        name,
        title: titleOf(name),
        description: 'Asks for a greeting',
        arguments: {
          type: 'object',
          properties: { name: { type: 'string', description: 'Whom to greet' } },
        },
      }),
    },
    {
      path: join(folder, 'README.md'),
      content: `# ${titleOf(name)}

\`${name}.txt\` is the text; \`{{name}}\` and \`\${name}\` stand for an argument that \`${name}.meta.json\` declares. An executable
\`${name}.completion.sh\` beside it completes what a person types.
`,
    },
  ];
}

/** A text resource, its metadata and a README. */
export function resourceFiles({ root, resources }: Project, name: string): readonly PlannedFile[] {
  const folder = join(resources, name);
  const file = join(folder, `${name}.txt`);
  // Below the root the address can stay the same on every machine.
  const address = isInside(file, root) ? { uri: `file://./${pathBelow(root, file)}` } : {};
  return [
    { path: file, content: `This is ${titleOf(name)}.\n` },
    {
      path: join(folder, `${name}.meta.json`),
      content: json({ name, title: titleOf(name), description: 'A text', ...address, mimeType: 'text/plain' }),
    },
    {
      path: join(folder, 'README.md'),
      content: `# ${titleOf(name)}

\`${name}.txt\` is what clients read, \`${name}.meta.json\` says what it is. This file is not published.
`,
    },
  ];
}

/** A program that reads resources of one scheme. */
export function providerFiles({ providers }: Project, scheme: string): readonly PlannedFile[] {
  const content = `#!/bin/sh
# Reads resources whose URI begins with ${scheme}:. The URI is the only argument, the content goes to standard output.
# Exit 2: may not be read, 3: there is none, 4: the URI makes no sense, 5: could not be fetched, 6: too large.
set -eu

case $1 in
${scheme}://?*) printf 'This is %s\\n' "\${1#${scheme}://}" ;;
*)
  echo "expected ${scheme}://NAME, got $1" >&2
  exit 4
  ;;
esac
`;
  return [{ path: join(providers, `${scheme}.sh`), content, isExecutable: true }];
}

/** A test of the whole project: it is valid, and the test of each tool passes. */
export function testFiles({ root, tools }: Project): readonly PlannedFile[] {
  const folder = isInside(tools, root) ? `"$root"/${shellWord(pathBelow(root, tools))}` : shellWord(tools);
  const content = `${testBeginning('Validates the project and runs the test of each tool.', '..')}
"$mcp" validate --strict --project-root "$root" || failed=1
for test in ${folder}/*/smoke.sh; do
  [ -f "$test" ] || continue
  echo "# \${test#"$root"/}"
  sh "$test" || failed=1
done
exit "$failed"
`;
  return [{ path: join(root, 'test', 'run.sh'), content, isExecutable: true }];
}
