import { invalidParameter, type Json, type Problem } from '@concord/contract';
import type { Action, ToolTable } from '../table/table.js';
import { requiredMessage } from './messages.js';
import { nearName } from './near-name.js';

/** The most characters of an unknown name that a message repeats. */
export const SHOWN = 100;

/** The action that a call asks for, or the problem with its `action` argument. */
export function chooseAction(tool: ToolTable, given: Json | undefined): Action | Problem {
  if (tool.only !== undefined) return tool.only;
  if (given === undefined || given === null || (typeof given === 'string' && given.trim() === ''))
    return invalidParameter('action', 'required', requiredMessage('action'));
  if (typeof given !== 'string')
    return invalidParameter('action', 'invalid type', "Parameter 'action' must be a string");
  return tool.actions.find(each => each.name === given) ?? unknownAction(tool, given.slice(0, SHOWN));
}

function unknownAction(tool: ToolTable, given: string): Problem {
  const names = tool.actions.map(each => each.name);
  const validActions = names.join(', ');
  const didYouMean = nearName(given, names);
  return invalidParameter(
    'action',
    'invalid value',
    `Invalid action '${given}' is not supported. For tool '${tool.name}'.`,
    {
      hint: `Valid actions are: ${validActions}`,
      details: { providedValue: given, validActions, ...(didYouMean !== undefined && { didYouMean }) },
    },
  );
}
