import { invalidParameter, isJsonObject, type Json, type Problem, type Redaction } from '@concord/contract';
import type { ErrorObject } from 'ajv';
import { nearest } from './nearest.js';

/** What a broken schema keyword means, in words for the caller. */
interface Complaint {
  /** The member it is about, when that is not the place the keyword stands at. */
  readonly member?: string;
  readonly reason: string;
  readonly expected: string;
  /** Ends the sentence "Parameter 'x' …". */
  readonly says: string;
  readonly candidates?: readonly string[];
}

type Reader = (error: ErrorObject) => Complaint;

/** Turns a validator's errors into problems: one for each thing to correct, in the order they were found, `most` at the most. */
export function explain(errors: readonly ErrorObject[], redaction: Redaction, most: number): readonly Problem[] {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const error of withoutBranches(errors)) {
    if (problems.length === most) break;
    const found = toProblem(error, redaction);
    const key = `${found.argument!.pointer} ${found.message}`;
    if (!seen.has(key)) problems.push(found);
    seen.add(key);
  }
  return problems;
}

/** Leaves out the errors of each branch of a union: that none of them fits is reported once. */
function withoutBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  // The places in the schema, which are few however many values failed there.
  const unions = new Set<string>();
  for (const { keyword, schemaPath } of errors)
    if (keyword === 'anyOf' || keyword === 'oneOf') unions.add(`${schemaPath}/`);
  const inBranch = (error: ErrorObject) =>
    error.keyword === 'if' || [...unions].some(union => error.schemaPath.startsWith(union));
  return errors.filter(error => !inBranch(error));
}

function toProblem(error: ErrorObject, redaction: Redaction): Problem {
  const complaint = (readers[error.keyword] ?? otherwise)(error);
  const { member, reason, expected, says, candidates = [] } = complaint;
  const pointer = member === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(member)}`;
  const name = nameOf(pointer);
  const value = member === undefined ? (error.data as Json) : (error.data as Record<string, Json>)?.[member];
  const given = candidates.length === 0 ? undefined : (member ?? (typeof value === 'string' ? value : undefined));
  const close = given === undefined ? undefined : nearest(given, candidates);
  const subject = name === '' ? 'The arguments' : `Parameter '${name}'`;
  return invalidParameter(name === '' ? 'arguments' : name, reason, `${subject} ${says}`, {
    argument: {
      pointer,
      expected,
      received: preview(name, value, redaction),
      ...(close !== undefined && { nearest: close }),
    },
    ...(close !== undefined && { hint: `Did you mean '${close}'?` }),
  });
}

const readers: Readonly<Record<string, Reader>> = {
  required: error => ({
    member: error.params.missingProperty as string,
    reason: 'required',
    expected: typeOf(propertiesOf(error)[error.params.missingProperty as string]),
    says: 'is required',
  }),
  additionalProperties: error => unknown(error, error.params.additionalProperty as string),
  unevaluatedProperties: error => unknown(error, error.params.unevaluatedProperty as string),
  propertyNames: error => unknown(error, error.params.propertyName as string),
  type: error => {
    const expected = ([] as string[]).concat(error.params.type as string | string[]).join(' or ');
    return { reason: 'invalid value', expected, says: `must be ${article(expected)}` };
  },
  enum: error => {
    const allowed = error.params.allowedValues as readonly Json[];
    const shown = allowed.slice(0, 20).map(each => (typeof each === 'string' ? each : JSON.stringify(each)));
    const expected = `one of ${shown.join(', ')}${allowed.length > 20 ? ', …' : ''}`;
    const candidates = allowed.filter(each => typeof each === 'string');
    return { reason: 'invalid value', expected, says: `must be ${expected}`, candidates };
  },
  const: error => {
    const expected = clip(JSON.stringify(error.params.allowedValue));
    return { reason: 'invalid value', expected, says: `must be ${expected}` };
  },
  anyOf: error => union(error),
  oneOf: error => union(error),
};

const otherwise: Reader = error => {
  const says = error.message ?? 'has a value that is not allowed';
  return { reason: 'invalid value', expected: clip(says.replace(/^must (?:be )?/, '')), says: clip(says) };
};

function unknown(error: ErrorObject, member: string): Complaint {
  const candidates = Object.keys(propertiesOf(error));
  const expected = candidates.length === 0 ? 'no such key' : `one of ${candidates.slice(0, 50).join(', ')}`;
  return { member, reason: 'unknown', expected, says: 'is not known', candidates };
}

function union(error: ErrorObject): Complaint {
  const branches = Array.isArray(error.schema) ? (error.schema as readonly Json[]) : [];
  const types = [...new Set(branches.map(typeOf))];
  const expected = types.length > 0 && !types.includes('value') ? types.join(' or ') : 'one of the allowed forms';
  return { reason: 'invalid value', expected, says: `must be ${article(expected)}` };
}

function propertiesOf(error: ErrorObject): Readonly<Record<string, Json>> {
  const properties = error.parentSchema?.properties as Json | undefined;
  return isJsonObject(properties) ? properties : {};
}

function typeOf(schema: Json | undefined): string {
  if (!isJsonObject(schema)) return 'value';
  const { type, enum: values } = schema;
  if (Array.isArray(values)) return clip(`one of ${values.slice(0, 20).join(', ')}`);
  return typeof type === 'string' ? type : Array.isArray(type) ? type.join(' or ') : 'value';
}

function article(expected: string): string {
  if (/^(?:one of|null$)/.test(expected)) return expected;
  return `${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected}`;
}

/** `/projects/0/name` is `projects[0].name` to a person. */
function nameOf(pointer: string): string {
  const parts = pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return clip(
    parts.map((part, at) => (/^[0-9]{1,9}$/.test(part) ? `[${part}]` : at === 0 ? part : `.${part}`)).join(''),
  );
}

function escapePointer(member: string): string {
  return member.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** What came, short enough for a sentence; a value whose name says it is secret is not shown. */
function preview(name: string, value: Json | undefined, redaction: Redaction): string {
  if (value === undefined) return 'nothing';
  // The items of a list are as secret as its name says.
  const [, owner = name] = /^(.*?)(?:\[\d+\])+$/.exec(name) ?? [];
  const { value: masked } = redaction.value([{ name: owner, value }]);
  return clip(JSON.stringify((masked as readonly [{ value: Json }])[0].value));
}

function clip(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 159)}…`;
}
