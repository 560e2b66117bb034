import { basename, dirname, join } from 'node:path';
import { stemOf } from '../files/file-names.js';
import { isExecutableFile } from '../files/find-program.js';
import type { Contents, PromptItem, ResourceItem, TemplateItem } from '../project/items.js';
import type { Project } from '../project/project.js';

const SECONDS = 5;
const METADATA = '.meta.json';

/** What is completed: a prompt, a resource, a template, or a completion registered under its own name. */
export interface Completed {
  readonly name: string;
  readonly prompt?: PromptItem;
  readonly resource?: ResourceItem | TemplateItem;
}

/** A program that completes arguments. */
export interface CompletionScript {
  readonly file: string;
  readonly within: string;
  readonly timeoutSecs: number;
}

/** The registered completion script, else the executable one beside the file. */
export function completionScript(
  { name, prompt, resource }: Completed,
  { completions }: Contents,
  { root, resources }: Project,
): CompletionScript | undefined {
  const registered = completions.find(each => each.name === name);
  if (registered) return { file: registered.file, within: root, timeoutSecs: registered.timeoutSecs };
  const file = prompt?.file ?? resource?.file;
  if (file === undefined) return undefined;
  const beside = besideOf(file).find(isExecutableFile);
  if (beside === undefined) return undefined;
  return { file: beside, within: prompt?.within ?? resources, timeoutSecs: SECONDS };
}

/** Paths of completion scripts for a file, in the order in which they are looked for. */
function besideOf(file: string): readonly string[] {
  const name = basename(file).endsWith(METADATA) ? basename(file).slice(0, -METADATA.length) : basename(file);
  const stems = [...new Set([name, stemOf(name)])];
  return stems.flatMap(stem => ['.completion', '.completion.sh'].map(end => join(dirname(file), `${stem}${end}`)));
}
