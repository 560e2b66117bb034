import { typeOfExpression } from '../names/types.js';
import { Kind, Role } from '../syntax/kinds.js';
import { childAs, childrenOf, NONE } from '../syntax/tree.js';
import { read, targetOf, write } from './assignments.js';
import type { Call } from './calls.js';
import { appended, callOfList, elementsOf, listOf } from './values/lists.js';
import {
  allTaints,
  type Closure,
  cleanValue,
  elementOf,
  joinValues,
  partOf,
  type Taints,
  tainted,
  union,
  type Value,
  withPart,
  withTaints,
} from './values/values.js';
import type { Walk } from './walk.js';

/** Methods that put their arguments into what they are called on. */
const ADDS =
  /^(?:add|addAll|addFirst|addLast|append|appendleft|extend|extendleft|insert|update|push|unshift|put|putAll|offer|Add|AddRange|AddLast|AddFirst|Insert|Append|AppendLine|AppendFormat|Push|Enqueue|WriteString)$/;
/** Methods of maps that write one element, and that read one. */
const PUTS = /^(?:put|putIfAbsent|replace|Add|TryAdd|set)$/;
const GETS = /^(?:get|getOrDefault|GetValueOrDefault)$/;
const LIST_TYPE = /^(?:ArrayList|LinkedList|Vector|List|Array|CopyOnWriteArrayList)$/;
const CHARACTERS = /^(?:charAt|at|ElementAt)$/;
const MAP_TYPE =
  /^(?:I?(?:ReadOnly)?Dictionary|ConcurrentDictionary|SortedDictionary|Map|(?:Linked|Concurrent)?HashMap|TreeMap|SortedMap|ConcurrentMap|Hashtable|Properties)$/;
/** Functions that run another for each element of what they are called on, or given. */
const MAPS = /^(?:map|flatMap|Select|SelectMany|then)$/;
const FOLDS = /^(?:reduce|reduceRight|fold|Aggregate)$/;
const FREE = /^(?:map|filter|reduce|sorted|min|max|any|all|forEach|each)$/;

/** What well-known functions of the languages' libraries do; nothing where a call is none of them. */
export function libraryValue(walk: Walk, call: Call): Value | undefined {
  const { tree } = walk;
  const { node, callee, receiver, values } = call;
  if (callee === NONE) return undefined;
  if (tree.kind[node] === Kind.New) return isNewList(walk, call) ? listOf([]) : undefined;
  if (tree.kind[node] !== Kind.Call) return undefined;
  if (tree.kind[callee] === Kind.Name) return freeValue(walk, call, tree.value[callee]!);
  if (tree.kind[callee] !== Kind.Member) return undefined;
  const name = tree.value[childAs(tree, callee, Role.Property)] ?? '';
  const object = childAs(tree, callee, Role.Object);
  if (values.length > 0 && (PUTS.test(name) || GETS.test(name)) && isMap(walk, object)) {
    return mapValue(walk, call, name, object);
  }
  if (values.length === 0 && /^(?:size|length)$/.test(name) && receiver.length !== undefined) {
    return { own: receiver.own, literal: receiver.length };
  }
  const character = characterAt(name, receiver, values);
  if (character) return character;
  if (receiver.length !== undefined && !isOption(walk, 'taint_only_propagate_through_assignments')) {
    const target = targetOf(walk, object);
    const changed = target && !target.weak ? callOfList(receiver, name, values) : undefined;
    if (changed) {
      write(walk, target!, changed.list);
      return changed.result;
    }
  }
  if (!walk.followsCalls) return undefined;
  if (ADDS.test(name) && !isOption(walk, 'taint_only_propagate_through_assignments')) {
    const target = targetOf(walk, object);
    const taints = values.reduce((all, value) => union(all, allTaints(value)), cleanValue.own);
    if (target) {
      const before = read(walk, target);
      if (taints.size > 0 || before.length !== undefined)
        write(walk, { ...target, weak: false }, addedTo(before, taints));
    }
    return undefined;
  }
  const functions = values.flatMap(value => value.functions ?? []);
  if (functions.length === 0) return undefined;
  const results = runEach(walk, functions, elementOf(receiver), FOLDS.test(name));
  return MAPS.test(name) && results ? tainted(allTaints(results)) : undefined;
}

/** A list or a map that was given more, it is not known where. */
function addedTo(value: Value, taints: Taints): Value {
  const isList = value.parts?.has('0') === true;
  if (isList && taints.size > 0) return { own: union(allTaints(value), taints), functions: value.functions };
  return { ...withTaints(value, taints), length: undefined };
}

/** A character of a text that is known. */
function characterAt(name: string, { own, literal }: Value, values: readonly Value[]): Value | undefined {
  const at = values[0]?.literal;
  if (typeof literal !== 'string' || typeof at !== 'number' || !CHARACTERS.test(name)) return undefined;
  const found = literal[at];
  return found === undefined ? undefined : { own, literal: found };
}

function isOption({ options }: Walk, name: 'taint_only_propagate_through_assignments'): boolean {
  return options[name] === true;
}

function freeValue(walk: Walk, { values, named }: Call, name: string): Value | undefined {
  const first = values[0];
  if (!first && named.size === 0 && name === 'list' && walk.tree.language === 'python') return listOf([]);
  if (first?.length !== undefined && name === 'append' && walk.tree.language === 'go')
    return elementsOf(first) && appended(first, values.slice(1));
  if (first && name === 'len' && first.length !== undefined) return { own: first.own, literal: first.length };
  if (name === 'getattr' && values[1]?.literal !== undefined && first?.parts) {
    return withTaints(partOf(first, String(values[1].literal)), values[2] ? allTaints(values[2]) : cleanValue.own);
  }
  if (!walk.followsCalls) return undefined;
  if (!FREE.test(name)) return undefined;
  const all = [...values, ...named.values()];
  const functions = all.flatMap(value => value.functions ?? []);
  if (functions.length === 0) return undefined;
  const items = all.filter(value => !value.functions).map(elementOf);
  const results = runEach(walk, functions, items.reduce(joinValues2, cleanValue), name === 'reduce');
  return name === 'map' && results ? tainted(allTaints(results)) : undefined;
}

const joinValues2 = (one: Value, other: Value): Value => joinValues(one, other);

/** Runs functions with an element; what they give back, or nothing where one could not be followed. */
function runEach(walk: Walk, functions: readonly Closure[], item: Value, isFold: boolean): Value | undefined {
  let results: Value | undefined;
  let missed = false;
  for (const { node, captured } of functions) {
    const values = isFold ? [item, item] : [item];
    const outcome = walk.functions.invoke(walk.callees.describe(node), { values, captured });
    if (!outcome) {
      missed = true;
      continue;
    }
    walk.functions.settle(outcome);
    results = results ? joinValues(results, outcome.result) : outcome.result;
  }
  return missed ? undefined : results;
}

function isNewList({ tree }: Walk, { callee, values, made }: Call): boolean {
  return values.length === 0 && made === undefined && LIST_TYPE.test(nameOfType(tree, callee));
}

/** The last name of a type, without what it is a type of. */
function nameOfType(tree: Walk['tree'], type: number): string {
  let at = type;
  while (at !== NONE && tree.kind[at] === Kind.TypeApply) at = childAs(tree, at, Role.Base);
  if (at !== NONE && tree.kind[at] === Kind.Member) at = childAs(tree, at, Role.Property);
  return at === NONE ? '' : (tree.value[at] ?? '');
}

function isMap({ tree, names }: Walk, object: number): boolean {
  const type = typeOfExpression(tree, names, object);
  if (!type || !('node' in type)) return false;
  return MAP_TYPE.test(nameOfType(tree, type.node));
}

function mapValue(walk: Walk, call: Call, name: string, object: number): Value {
  const { tree } = walk;
  const { receiver, values, list } = call;
  const key = childrenOf(tree, list)[0]!;
  const text = values[0]!.literal === undefined ? undefined : String(values[0]!.literal);
  if (GETS.test(name)) {
    const part = text === undefined || tree.kind[key] === Kind.Keyword ? elementOf(receiver) : partOf(receiver, text);
    return values[1] ? withTaints(part, allTaints(values[1])) : part;
  }
  const target = targetOf(walk, object);
  const value = values[1] ?? cleanValue;
  if (target) {
    const whole = read(walk, target);
    const after = text === undefined ? withTaints(whole, allTaints(value)) : withPart(whole, [text], value);
    write(walk, { ...target, weak: false }, after);
  }
  return cleanValue;
}
