import type { Source } from '@concord/engine';
import type { Mount } from '../catalog/catalog.js';
import { RefusedToStart } from '../settings/refused-to-start.js';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isFunction = (value: unknown) => typeof value === 'function';

type Need = readonly [isRight: (value: unknown) => boolean, what: string];
const aFunction: Need = [isFunction, 'a function'];

/** The members a Source must have, and how a wrong one is described to its author. */
const needed: readonly (readonly [keyof Source, Need])[] = [
  [
    'identity',
    [given => isObject(given) && isText(given.name) && isText(given.version), 'an object with name and version'],
  ],
  ['kinds', [given => Array.isArray(given) && given.length > 0 && given.every(isText), 'a list of what it can serve']],
  ['open', aFunction],
  ['snapshot', aFunction],
  ['onChange', aFunction],
  ['close', aFunction],
];

/** Refuses to start with something that is no Source, in a sentence that names the member to mend. */
export function checkSource({ name, source }: Mount): void {
  for (const [member, [isRight, what]] of needed)
    if (!isRight(source[member]))
      throw new RefusedToStart(`The source '${name}' cannot be served: its \`${member}\` must be ${what}`);
}
