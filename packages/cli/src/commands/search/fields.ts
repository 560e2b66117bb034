import { type Field, fieldReaders, usualFields } from '@concord/engine';
import { usage } from '../../command/failure.js';

/** The places `--in` names; name and description without it. */
export function readFields(text: string | undefined): readonly Field[] {
  if (text === undefined) return usualFields;
  const names = text.split(',').map(name => name.trim());
  const unknown = names.find(name => !Object.hasOwn(fieldReaders, name));
  if (unknown !== undefined)
    throw usage(`--in has no field '${unknown.slice(0, 40)}': there are ${Object.keys(fieldReaders).join(', ')}`);
  return names as Field[];
}
