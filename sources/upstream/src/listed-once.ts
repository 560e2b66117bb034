import type { JsonObject } from '@concord/contract';

/** What a server lists of one kind, and sentences about what of it cannot be used. */
export interface Listed {
  readonly items: readonly JsonObject[];
  readonly leftOut: readonly string[];
}

const LONGEST_NAME = 200;

/** The items of a list that have a name, each once: of two of the same name, or URI, the first is kept. */
export function listedOnce(items: readonly JsonObject[], what: string, key: 'name' | 'uri' | 'uriTemplate'): Listed {
  const seen = new Set<unknown>();
  const leftOut: string[] = [];
  const kept = items.filter(item => {
    const id = item[key];
    if (typeof id !== 'string' || id === '' || typeof item.name !== 'string' || item.name === '') {
      leftOut.push(`a ${what} without a name is left out`);
      return false;
    }
    if (seen.has(id))
      leftOut.push(`the ${what} '${id.slice(0, LONGEST_NAME)}' is listed more than once; the first is kept`);
    return !seen.has(id) && seen.add(id);
  });
  return { items: kept, leftOut: [...new Set(leftOut)] };
}
