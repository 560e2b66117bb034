import { join, relative } from 'node:path';
import { isModuleName } from '../../files/how-to-run.js';
import type { Project } from '../../project/project.js';
import { titleOf } from '../../scan/identity.js';
import type { PlannedFile } from './made-files.js';
import { testBeginning } from './test-script.js';

/** A greeting in each language, as the file that runs. */
const entries = {
  sh: {
    file: 'tool.sh',
    isExecutable: true,
    content: `#!/bin/sh
# Greets somebody by name.
set -eu
. "$MCP_SDK/tool-sdk.sh"

name=$(mcp_args_get '.name' --default World)
printf 'Hello %s\\n' "$name"
`,
  },
  bash: {
    file: 'tool.sh',
    isExecutable: true,
    content: `#!/usr/bin/env bash
# Greets somebody by name.
set -euo pipefail
. "$MCP_SDK/tool-sdk.sh"

name=$(mcp_args_get '.name' --default World)
printf 'Hello %s\\n' "$name"
`,
  },
  python: {
    file: 'tool.py',
    isExecutable: true,
    content: `#!/usr/bin/env python3
"""Greets somebody by name."""

import json
import sys

arguments = json.load(sys.stdin)
print(f"Hello {arguments.get('name', 'World')}")
`,
  },
  js: {
    file: 'tool.mjs',
    isExecutable: false,
    content: `/** Greets somebody by name. */
export default function run({ name = 'World' }) {
  return \`Hello \${name}\`;
}
`,
  },
  ts: {
    file: 'tool.ts',
    isExecutable: false,
    content: `interface Arguments {
  readonly name?: string;
}

/** Greets somebody by name. */
export default function run({ name = 'World' }: Arguments): string {
  return \`Hello \${name}\`;
}
`,
  },
} as const;

export type ToolLanguage = keyof typeof entries;

export const toolLanguages = Object.keys(entries) as readonly ToolLanguage[];

/** A tool that greets: what runs, its metadata, a README, and a test that passes as it is. */
export function toolFiles(project: Project, name: string, language: ToolLanguage): readonly PlannedFile[] {
  const folder = join(project.tools, name);
  const { file, isExecutable, content } = entries[language];
  return [
    { path: join(folder, file), content, isExecutable },
    { path: join(folder, 'tool.meta.json'), content: metadata(name) },
    { path: join(folder, 'README.md'), content: readme(name, file) },
    { path: join(folder, 'smoke.sh'), content: test(name, relative(folder, project.root)), isExecutable: true },
  ];
}

/** The names under which a tool folder has what runs. */
export const entryNames: ReadonlySet<string> = new Set([
  ...Object.values(entries).map(({ file }) => file),
  ...['tool', 'tool.bash', 'tool.js', 'tool.cjs', 'tool.mts'],
]);

function metadata(name: string): string {
  return `${JSON.stringify(
    {
      name,
      title: titleOf(name),
      description: 'Greets somebody by name',
      inputSchema: {
        type: 'object',
        properties: { name: { type: 'string', description: 'Whom to greet; the world when left out' } },
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true },
    },
    null,
    2,
  )}\n`;
}

const ofProgram = `Arguments arrive as JSON on standard input and fit the schema; what is printed is the result, and an exit code other than 0 makes
the call a failed one.`;
const ofModule = `Arguments are the first parameter of the function and fit the schema; what it returns is the result, and a throw makes the call a
failed one.`;

function readme(name: string, file: string): string {
  return `# ${titleOf(name)}

Greets somebody by name. \`${file}\` is what runs, \`tool.meta.json\` says what it is for and which arguments it takes.

    mcp run-tool ${name} --args '{"name": "Ada"}'
    ./smoke.sh

${isModuleName(file) ? ofModule : ofProgram}
`;
}

function test(name: string, upwards: string): string {
  return `${testBeginning('Calls the tool as a server would and looks at what it says.', upwards)}
expect() {
  said=$("$mcp" run-tool ${name} --args "$1" --allow-self --project-root "$root")
  case $said in
  *"$2"*) echo "ok: $1 gives $2" ;;
  *)
    echo "not ok: $1 should give $2, and gave: $said"
    failed=1
    ;;
  esac
}

expect '{}' 'Hello World'
expect '{"name": "Ada"}' 'Hello Ada'
exit "$failed"
`;
}
