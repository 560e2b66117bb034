import type { Prompt, PromptResult } from '@concord/engine';

interface CodePrompt extends Prompt {
  readonly says: (args: Readonly<Record<string, string>>) => string;
}

const prompts: readonly CodePrompt[] = [
  {
    name: 'audit',
    title: 'Look for faults',
    description: 'Goes through a project for what an attacker could use',
    arguments: [
      { name: 'folder', description: 'a folder of the project; all of it unless said otherwise', required: false },
    ],
    says: ({ folder = '.' }) =>
      `Audit the code in ${folder}. Call cross_file_security_scan first and read its findings from the gravest down. For each, read the symbol with extract_code and follow the data with get_call_graph; say whether it is real, what an attacker would do, and how to mend it. Then call scan_dependencies. End with a list of real findings, each with file, line and mend.`,
  },
  {
    name: 'explain',
    title: 'Explain code',
    description: 'Explains a symbol and what it is used for',
    arguments: [
      { name: 'file', description: 'the file', required: true },
      { name: 'symbol', description: 'the symbol in it', required: true },
    ],
    says: ({ file = '', symbol = '' }) =>
      `Explain ${symbol} in ${file}. Read it with extract_code and include_context, see who uses it with get_symbol_references, and what it needs with get_cross_file_dependencies. Say what it is for, what goes in and comes out, and what could go wrong.`,
  },
  {
    name: 'map',
    title: 'Map the project',
    description: 'Describes how a project is built',
    arguments: [],
    says: () =>
      'Describe how this project is built. Call get_project_map, then get_file_context of the five files it ranks first. Name the parts, what each is for, how a request or command goes through them, and where to begin to read.',
  },
  {
    name: 'safe-refactor',
    title: 'Change code safely',
    description: 'Changes a symbol and proves that nothing else breaks',
    arguments: [
      { name: 'file', description: 'the file', required: true },
      { name: 'symbol', description: 'the symbol in it', required: true },
      { name: 'goal', description: 'what it shall be', required: true },
    ],
    says: ({ file = '', symbol = '', goal = '' }) =>
      `Change ${symbol} in ${file}: ${goal}. Read it with extract_code and keep its sha256. See who relies on it with get_symbol_references. Try the new code with simulate_refactor, then call update_symbol with expected_sha256, first with dry_run. Afterwards check the file with security_scan and say what was changed.`,
  },
];

export const codePrompts: readonly Prompt[] = prompts.map(({ says: _, ...prompt }) => prompt);

export async function readPrompt(name: string, args: Readonly<Record<string, string>>): Promise<PromptResult> {
  const found = prompts.find(each => each.name === name);
  if (!found) throw new Error(`there is no prompt ${name}`);
  return {
    description: found.description ?? '',
    messages: [{ role: 'user', content: { type: 'text', text: found.says(args) } }],
  };
}
