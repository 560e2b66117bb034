import type { CompletionRequest, Prompt, PromptResult } from '@concord/engine';

const languages = [
  'c',
  'csharp',
  'go',
  'java',
  'javascript',
  'kotlin',
  'python',
  'ruby',
  'rust',
  'swift',
  'typescript',
];

export const prompts: readonly Prompt[] = [
  {
    name: 'review',
    title: 'Review code',
    description: 'Asks for a review of some code',
    arguments: [
      { name: 'language', description: 'The language it is written in', required: true },
      { name: 'code', description: 'The code itself', required: false },
    ],
  },
];

/** The one prompt there is. */
export async function review(
  _name: string,
  { language, code = '' }: Readonly<Record<string, string>>,
): Promise<PromptResult> {
  const text = `Please review this ${language} code:\n\n${code}`;
  return { description: 'A review', messages: [{ role: 'user', content: { type: 'text', text } }] };
}

/** Languages that begin as the value does. */
export async function completeLanguage({ argument }: CompletionRequest): Promise<readonly string[]> {
  if (argument.name !== 'language') return [];
  return languages.filter(language => language.startsWith(argument.value.toLowerCase()));
}
