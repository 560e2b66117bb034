import { isJsonObject, type Json } from '@concord/contract';

/** One token for each property, written so that MSBuild reads the value back as it was given. */
export function propertyTokens(given: Json | undefined): readonly string[] {
  if (!isJsonObject(given)) return [];
  return Object.entries(given).map(([name, value]) => `-p:${name}=${escaped(String(value))}`);
}

/** `;` and `,` would begin another property, `%` an escape. */
function escaped(value: string): string {
  return value.replace(/[%;,]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
