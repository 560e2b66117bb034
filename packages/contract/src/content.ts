import { isJsonObject, type Json, type JsonObject } from './json.js';

type Check = (value: Json) => boolean;
const isString: Check = value => typeof value === 'string';
const isBase64: Check = value => typeof value === 'string' && !/[^A-Za-z0-9+/=]/.test(value) && value.length % 4 !== 1;
const isOptional = (value: Json | undefined, check: Check) => value === undefined || check(value);
const has = (object: JsonObject, name: string, check: Check) => object[name] !== undefined && check(object[name]);

/** Whether a value is what was read of a resource: its URI and either text or base64. */
export const isContents: Check = value =>
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

/** Whether a value is a content block of MCP: a kind that is known, with everything that kind must have. */
export const isContent: Check = value => {
  if (!isJsonObject(value) || typeof value.type !== 'string' || !Object.hasOwn(contentKinds, value.type)) return false;
  const members = Object.entries(contentKinds[value.type]!);
  const optional = [value.annotations, value._meta].every(member => isOptional(member, isJsonObject));
  return optional && members.every(([name, check]) => has(value, name, check));
};
