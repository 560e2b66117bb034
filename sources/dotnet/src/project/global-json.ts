import { dirname, join } from 'node:path';
import { isJsonObject, type JsonObject } from '@concord/contract';
import { type ParseError, parse } from 'jsonc-parser';
import { readText } from './read-text.js';

const MOST_BYTES = 1_048_576;

/** A `global.json` and its content; no content when it is not a JSON object. */
export interface GlobalJson {
  readonly path: string;
  readonly content?: JsonObject;
}

/** The nearest `global.json`, in this directory or one above it; undefined when there is none. */
export async function nearestGlobalJson(directory: string): Promise<GlobalJson | undefined> {
  for (let at = directory; ; at = dirname(at)) {
    const path = join(at, 'global.json');
    const read = await readText(path, MOST_BYTES);
    if ('text' in read) {
      const content = parseGlobalJson(read.text);
      return { path, ...(content && { content }) };
    }
    if (read.fault !== 'missing' && read.fault !== 'not a file') return { path };
    if (dirname(at) === at) return undefined;
  }
}

/** The object of a `global.json`, in which comments and trailing commas may stand; undefined for anything else. */
export function parseGlobalJson(text: string): JsonObject | undefined {
  const errors: ParseError[] = [];
  const found: unknown = parse(text.replace(/^\ufeff/, ''), errors, { allowTrailingComma: true });
  return errors.length === 0 && isJsonObject(found) ? found : undefined;
}

/** The test runner that it names; undefined when it names no known one. */
export function runnerIn(content: JsonObject | undefined): 'microsoft-testing-platform' | 'vstest' | undefined {
  const named = isJsonObject(content?.test) ? content.test.runner : undefined;
  return typeof named === 'string' ? runners[named.trim().toLowerCase()] : undefined;
}

const runners: Readonly<Record<string, 'microsoft-testing-platform' | 'vstest'>> = {
  'microsoft.testing.platform': 'microsoft-testing-platform',
  vstest: 'vstest',
};
