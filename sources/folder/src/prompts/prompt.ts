import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isJsonObject, ProblemError, problem } from '@concord/contract';
import type { PromptResult } from '@concord/engine';
import { stemOf } from '../files/file-names.js';
import { unsafe } from '../files/safety.js';
import type { PromptItem } from '../project/items.js';
import type { Project } from '../project/project.js';
import { canonicalInside, openUnchanged } from '../read/open-inside.js';
import { failureOf } from '../read/read-failure.js';
import { readWhole } from '../read/read-whole.js';
import { headerIn } from '../scan/metadata/header.js';

const MOST_BYTES = 10_485_760;
const HEADER_LINES = 10;

/**
 * The text of a prompt with its arguments filled in. Placeholders inside argument values are not replaced. Fails with a ProblemError
 * that names an argument that is missing or cannot be used.
 */
export async function fillPrompt(
  item: PromptItem,
  args: Readonly<Record<string, unknown>>,
  project: Project,
): Promise<PromptResult> {
  const values = valuesOf(item, args);
  const text = (await textOf(item, project)).replace(
    /\{\{([^{}]{1,256})\}\}|\$\{([^{}]{1,256})\}/g,
    (placeholder, inBraces?: string, afterDollar?: string) => values.get(inBraces ?? afterDollar ?? '') ?? placeholder,
  );
  const { role, description } = item;
  return { ...(description !== undefined && { description }), messages: [{ role, content: { type: 'text', text } }] };
}

/** The text for each declared argument; empty for an optional one that is missing. */
function valuesOf(item: PromptItem, args: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const given = new Map(Object.entries(args).filter(([, value]) => value !== undefined));
  const missing = item.arguments.filter(({ name, required }) => required && !given.has(name)).map(({ name }) => name);
  if (missing.length > 0) {
    throw refused(`Missing required argument: ${missing.join(', ')}`, missing[0]!, 'required');
  }
  for (const [name, value] of given) {
    if (!['string', 'number', 'boolean'].includes(typeof value)) {
      throw refused(`Argument ${name.slice(0, 100)} must be a string, a number or a boolean`, name, 'invalid value');
    }
  }
  return new Map(item.arguments.map(({ name }) => [name, String(given.get(name) ?? '')]));
}

async function textOf({ name, file, within }: PromptItem, project: Project): Promise<string> {
  try {
    const handle = await openUnchanged(await canonicalInside(file, [within]));
    try {
      const danger = unsafe(file, within, project.root);
      if (danger !== undefined) throw failureOf('forbidden', `The file of prompt ${name} is not used: it ${danger}`);
      return withoutHeader((await readWhole(handle, MOST_BYTES)).toString(), file);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof ProblemError && error.problem.kind === 'forbidden') throw error;
    const why = error instanceof ProblemError ? error.problem.message : String(error);
    throw failureOf('io', `The prompt ${name} cannot be given: ${why}`);
  }
}

/** The text without the header line of metadata. A prompt with a metadata file has no header. */
function withoutHeader(text: string, file: string): string {
  const name = basename(file);
  const described = [name, stemOf(name)].some(each => existsSync(join(dirname(file), `${each}.meta.json`)));
  if (described) return text;
  const lines = text.split('\n');
  const at = lines.slice(0, HEADER_LINES).findIndex(line => isObject(headerIn(line)));
  return at === -1 ? text : lines.toSpliced(at, 1).join('\n');
}

function isObject(json: string | undefined): boolean {
  try {
    return json !== undefined && isJsonObject(JSON.parse(json));
  } catch {
    return false;
  }
}

function refused(message: string, parameter: string, reason: string): ProblemError {
  return new ProblemError(
    problem('invalid_params', message, { details: { parameter: parameter.slice(0, 100), reason } }),
  );
}
