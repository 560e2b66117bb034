import { allTaints, cleanValue, elementOf, partOf, tainted, union, type Value } from './values.js';

/** Lists with more elements are known only as a whole. */
const MOST_ELEMENTS = 200;

/** What a method of a list leaves of it, and what it gives back. */
export interface Changed {
  readonly list: Value;
  readonly result: Value;
}

/** A list with these elements, and no others. */
export function listOf(elements: readonly Value[]): Value {
  return {
    own: cleanValue.own,
    parts: new Map(elements.map((element, at) => [String(at), element])),
    length: elements.length,
  };
}

/** The elements of a list where each of them is known. */
export function elementsOf(list: Value): Value[] | undefined {
  if (list.length === undefined || list.length > MOST_ELEMENTS) return undefined;
  return Array.from({ length: list.length }, (_, at) => partOf(list, String(at)));
}

type Method = (elements: Value[], values: readonly Value[]) => Value | undefined;

const addLast: Method = (elements, values) => {
  if (values.length === 1) elements.push(values[0]!);
  else if (values.length !== 2 || !insert(elements, values)) return undefined;
  return cleanValue;
};
const insert: Method = (elements, values) => {
  const at = positionIn(elements, values[0]);
  if (at === undefined || values.length !== 2) return undefined;
  elements.splice(at, 0, values[1]!);
  return cleanValue;
};
const push: Method = (elements, values) => {
  elements.push(...values);
  return cleanValue;
};
const unshift: Method = (elements, values) => {
  elements.unshift(...values);
  return cleanValue;
};
const shift: Method = (elements, values) => (values.length === 0 ? (elements.shift() ?? cleanValue) : undefined);
const pop: Method = (elements, values) =>
  values.length === 0 ? (elements.pop() ?? cleanValue) : removeAt(elements, values);
const removeAt: Method = (elements, values) => {
  const at = positionIn(elements, values[0]);
  return at === undefined || values.length !== 1 ? undefined : (elements.splice(at, 1)[0] ?? cleanValue);
};
const get: Method = (elements, values) => {
  const at = positionIn(elements, values[0]);
  return at === undefined || values.length !== 1 ? undefined : (elements[at] ?? cleanValue);
};

/** Methods that move the elements of a list, by their names in the languages. */
const methods: Readonly<Record<string, Method>> = {
  add: addLast,
  Add: addLast,
  append: addLast,
  addLast,
  AddLast: addLast,
  addFirst: unshift,
  AddFirst: unshift,
  push,
  unshift,
  insert,
  Insert: insert,
  remove: removeAt,
  RemoveAt: removeAt,
  removeFirst: shift,
  shift,
  pop,
  get,
  at: get,
  elementAt: get,
  ElementAt: get,
};

/** Calls a method of a list whose elements are known; nothing where it is none that moves them, or where is not known. */
export function callOfList(list: Value, name: string, values: readonly Value[]): Changed | undefined {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  const elements = method && elementsOf(list);
  if (!method || !elements) return undefined;
  const result = method(elements, values);
  return result && { list: { ...listOf(elements), own: list.own, functions: list.functions }, result };
}

/** The list with more elements behind its own, as `append` of Go makes it. */
export function appended(list: Value, values: readonly Value[]): Value {
  const elements = elementsOf(list);
  if (elements) return { ...listOf([...elements, ...values]), own: list.own };
  return tainted(values.reduce((taints, value) => union(taints, allTaints(value)), allTaints(elementOf(list))));
}

function positionIn(elements: readonly Value[], value: Value | undefined): number | undefined {
  const at = value?.literal;
  if (typeof at !== 'number' || !Number.isInteger(at)) return undefined;
  const from = at < 0 ? elements.length + at : at;
  return from >= 0 && from <= elements.length ? from : undefined;
}
