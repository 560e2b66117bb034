import { ProblemError, problem } from '@concord/contract';
import type { Call, Resource, ResourceContents, ResourceTemplate } from '@concord/engine';

export const resources: readonly Resource[] = [
  { uri: 'demo://readme', name: 'readme', title: 'Read me', description: 'A few words', mimeType: 'text/plain' },
  { uri: 'demo://pixel', name: 'pixel', title: 'A pixel', description: 'The smallest picture', mimeType: 'image/png' },
];

export const resourceTemplates: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'demo://items/{id}',
    name: 'item',
    description: 'An item by its number',
    mimeType: 'application/json',
  },
];

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Reads a resource of the demo; anything else is not found. */
export async function readDemo(uri: string, _call: Call): Promise<readonly ResourceContents[]> {
  if (uri === 'demo://readme')
    return [{ uri, mimeType: 'text/plain', text: 'Concord: one contract for every tool call.\n' }];
  if (uri === 'demo://pixel') return [{ uri, mimeType: 'image/png', blob: pixel }];
  const id = /^demo:\/\/items\/([0-9]{1,9})$/.exec(uri)?.[1];
  if (id === undefined) throw new ProblemError(problem('not_found', `There is no resource ${uri.slice(0, 100)}`));
  return [{ uri, mimeType: 'application/json', text: JSON.stringify({ id: Number(id), name: `item ${id}` }) }];
}
