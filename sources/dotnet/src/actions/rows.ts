import { ofTheCall } from './parameters.js';
import type { Action, Arguments, BetweenRule, Parameter, ToolTable } from './table.js';

/** What an action is about as its caller wrote it: a project, a solution or a directory. */
export function targetOf(args: Arguments): string {
  const named = [args.project, args.solution, args.output, args.workingDirectory].find(each => typeof each === 'string');
  return named ?? 'the working directory';
}

/** A sentence of a verb and what it is about. No other argument stands in it: others read it in logs. */
export function announcing(verb: string): (args: Arguments) => string {
  return args => `${verb} ${typeof args.project === 'string' || typeof args.solution === 'string' ? targetOf(args) : 'in the working directory'}`;
}

/** A sentence that never changes. */
export function saying(sentence: string): () => string {
  return () => sentence;
}

/** The first of two parameters does not go with the second. */
export function conflict(parameter: string, other: string): BetweenRule {
  const isSet = (args: Arguments, name: string) => args[name] !== undefined && args[name] !== false;
  return {
    parameter,
    reason: 'conflict',
    message: `Parameter '${parameter}' cannot be used together with '${other}'`,
    broken: args => isSet(args, parameter) && isSet(args, other),
  };
}

/** A tool whose parameters say themselves which actions use them, and whose actions that destroy something can be confirmed. */
export function tool(given: ToolTable): ToolTable {
  const actions = given.actions.map(confirmable);
  return { ...given, actions, parameters: given.parameters.map(each => ({ ...each, description: described(each, actions) })) };
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
