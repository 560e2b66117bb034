/** A whole number as it was written: it may be larger than JavaScript can count. */
export class IntegerLiteral {
  constructor(readonly text: string) {}
}

/** A document of a cache. */
export interface Document {
  readonly id: string;
  readonly version: string;
  readonly source: string;
  readonly content: string;
  readonly metadata: readonly (readonly [key: string, value: string | IntegerLiteral])[];
}

/** The content of a document file: compact JSON, fields and metadata keys in their order. */
export function printDocument({ id, version, source, content, metadata }: Document): string {
  const values = metadata.map(
    ([key, value]) => `${JSON.stringify(key)}:${typeof value === 'string' ? JSON.stringify(value) : value.text}`,
  );
  const fields = [id, version, source, content].map(text => JSON.stringify(text));
  return `{"id":${fields[0]},"version":${fields[1]},"source":${fields[2]},"content":${fields[3]},"metadata":{${values.join(',')}}}`;
}
