import { ofTheCall } from './parameters.js';
import type { Action, Arguments, BetweenRule, Parameter, ToolTable } from './table.js';

/** The target of an action for messages: a project or solution as the caller wrote it, or the directory. */
export function targetOf({ project, solution, workingDirectory }: Arguments): string {
  const named = typeof project === 'string' ? project : solution;
  if (typeof named === 'string') return named;
  return `the project in ${typeof workingDirectory === 'string' ? workingDirectory : 'the working directory'}`;
}

/** A list of parameters in one string. */
export function names(list: string): readonly string[] {
  return list.split(' ');
}

/** A sentence of a verb and its target. It contains no other argument, because it is logged. */
export function announcing(verb: string): (args: Arguments) => string {
  return args => `${verb} ${targetOf(args)}`;
}

/** A sentence that never changes. */
export function saying(sentence: string): () => string {
  return () => sentence;
}

/** A rule that two parameters exclude each other; the problem names the first. */
export function conflict(parameter: string, other: string): BetweenRule {
  const isSet = (args: Arguments, name: string) => args[name] !== undefined && args[name] !== false;
  return {
    parameter,
    reason: 'conflict',
    message: `Parameter '${parameter}' cannot be used together with '${other}'`,
    broken: args => isSet(args, parameter) && isSet(args, other),
  };
}

/** The rows in the order their names are listed in. */
export function inOrder(order: string, rows: readonly Action[]): readonly Action[] {
  const places = names(order);
  return [...rows].sort((a, b) => places.indexOf(a.name) - places.indexOf(b.name));
}

/** A tool whose parameter descriptions begin with the actions that use them, and whose destructive actions take `confirmed`. */
export function tool(given: ToolTable): ToolTable {
  const actions = given.actions.map(confirmable);
  return {
    ...given,
    actions,
    parameters: given.parameters.map(each => ({ ...each, description: described(each, actions) })),
  };
}

function confirmable(action: Action): Action {
  return action.confirm === undefined ? action : { ...action, optional: [...action.optional, 'confirmed'] };
}

function described({ name, description }: Parameter, actions: readonly Action[]): string {
  if (actions.length === 0) return description;
  if (ofTheCall.has(name)) return `All actions: ${description}`;
  const users = actions.filter(each => each.required.includes(name) || each.optional.includes(name));
  return `${users.map(each => each.name).join(', ')}: ${description}`;
}
