const known: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const ENTITY = /&(?:(lt|gt|amp|quot|apos)|#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6}));/g;
const UNKNOWN_ENTITY = /&(?!(?:lt|gt|amp|quot|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});)/;

/** Whether a text has no entity but numbers and the five of XML. */
export function isDecodable(raw: string): boolean {
  return !raw.includes('&') || !UNKNOWN_ENTITY.test(raw);
}

/** The text with its entities decoded; undefined when it has an unknown entity. */
export function decoded(raw: string): string | undefined {
  if (!raw.includes('&')) return raw;
  if (UNKNOWN_ENTITY.test(raw)) return undefined;
  return raw.replace(ENTITY, (_, name?: string, decimal?: string, hexadecimal?: string) => {
    if (name !== undefined) return known[name]!;
    const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#xD;',
  '\n': '&#xA;',
  '\t': '&#x9;',
};

/** A value as it stands between two tags; its line breaks are those of the file. */
export function elementText(value: string, newline: string): string {
  return value
    .replaceAll('\r\n', '\n')
    .replace(/[&<>\r]/g, each => escapes[each]!)
    .replaceAll('\n', newline);
}

/** A value as it stands between double quotes. */
export function attributeText(value: string): string {
  return value.replace(/[&<>"\r\n\t]/g, each => escapes[each]!);
}
