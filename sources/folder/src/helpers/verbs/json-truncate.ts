import type { Json } from '../../call/tool-context.js';
import { type Truncated, truncate } from '../truncate.js';
import { argumentsOf, type Verb } from './verb.js';

const DEFAULT_BYTES = 10_485_760;

/** `JSON [MAX_BYTES] [--array-path PATH]`, in any order: prints what fits. Always succeeds; the printed result has the error, if any. */
export const jsonTruncate: Verb = async shell => {
  const given = await argumentsOf(shell);
  // The JSON itself may begin like a flag, so that only the one flag there is counts as one.
  const at = given.indexOf('--array-path');
  const path = at === -1 ? undefined : (given[at + 1] ?? '');
  const [json = '', most = ''] = at === -1 ? given : given.toSpliced(at, 2);
  const limit = [most, shell.env.MCPBASH_MAX_TOOL_OUTPUT_SIZE ?? ''].find(each => /^\d{1,15}$/.test(each));
  await shell.stdout(`${JSON.stringify(truncated(json, Number(limit ?? DEFAULT_BYTES), path))}\n`);
  return 0;
};

function truncated(json: string, limit: number, path: string | undefined): Truncated {
  try {
    return truncate(JSON.parse(json) as Json, limit, path);
  } catch {
    const message = json.trim() === '' ? 'There is no JSON value' : 'It is not exactly one JSON value';
    return { result: null, truncated: false, error: { type: 'invalid_json', message } };
  }
}
