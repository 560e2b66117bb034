import { isJsonObject, type Json, type JsonObject, ProblemError, problem } from '@concord/contract';
import { plainJson } from '@concord/engine';

const DEEPEST = 256;

/** The contents a Source read, as clients can take them. Throws a `malformed_output` problem that says what is wrong with others. */
export function readContents(given: unknown): readonly JsonObject[] {
  return items(given, 'the contents of a resource', isContents);
}

/** The prompt a Source made, as clients can take it. Throws like `readContents`. */
export function readPrompt(given: unknown): JsonObject {
  const what = 'a prompt';
  const plain = json(given, what);
  if (!isJsonObject(plain)) throw malformed(what, 'it is no object');
  const { description, messages } = plain;
  if (!isOptional(description, isString)) throw malformed(what, '`description` is no string');
  return { ...(description !== undefined && { description }), messages: [...items(messages, what, isMessage)] };
}

/** The values a Source suggests. Throws like `readContents`. */
export function readValues(given: unknown): readonly string[] {
  return items(given, 'a completion', isString) as readonly string[];
}

function items<Item extends Json>(given: unknown, what: string, isItem: (value: Json) => boolean): readonly Item[] {
  const plain = json(given, what);
  if (!Array.isArray(plain)) throw malformed(what, 'it is no list');
  const wrong = plain.findIndex(item => !isItem(item));
  if (wrong !== -1) throw malformed(what, `item ${wrong} is not what it should be`);
  return plain as Item[];
}

function json(given: unknown, what: string): Json {
  const plain = plainJson(given, DEEPEST);
  if ('fault' in plain) throw malformed(what, plain.fault);
  return plain.json;
}

function malformed(what: string, why: string): ProblemError {
  return new ProblemError(problem('malformed_output', `The source gave ${what} in a form that cannot be used: ${why}`));
}

type Check = (value: Json) => boolean;
const isString: Check = value => typeof value === 'string';
const isBase64: Check = value => typeof value === 'string' && !/[^A-Za-z0-9+/=]/.test(value) && value.length % 4 !== 1;
const isOptional = (value: Json | undefined, check: Check) => value === undefined || check(value);
const has = (object: JsonObject, name: string, check: Check) => object[name] !== undefined && check(object[name]);

const isContents: Check = value =>
  isJsonObject(value) &&
  has(value, 'uri', isString) &&
  isOptional(value.mimeType, isString) &&
  isOptional(value._meta, isJsonObject) &&
  isOptional(value.text, isString) &&
  isOptional(value.blob, isBase64) &&
  (value.text === undefined) !== (value.blob === undefined);

/** What each kind of content must have. */
const contentKinds: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  text: { text: isString },
  image: { data: isBase64, mimeType: isString },
  audio: { data: isBase64, mimeType: isString },
  resource_link: { uri: isString, name: isString },
  resource: { resource: isContents },
};

const isContent: Check = value => {
  if (!isJsonObject(value) || typeof value.type !== 'string' || !Object.hasOwn(contentKinds, value.type)) return false;
  const members = Object.entries(contentKinds[value.type]!);
  const optional = [value.annotations, value._meta].every(member => isOptional(member, isJsonObject));
  return optional && members.every(([name, check]) => has(value, name, check));
};

const isMessage: Check = value =>
  isJsonObject(value) && (value.role === 'user' || value.role === 'assistant') && has(value, 'content', isContent);
