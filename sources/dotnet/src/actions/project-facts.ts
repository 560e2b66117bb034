import { announcing, names } from '../table/rows.js';
import type { Action } from '../table/table.js';

/** An action that evaluates a project. `perform/facts.ts` makes its command lines, because there may be several. */
const evaluations: readonly Action[] = [
  { name: 'Analyze', required: ['projectPath'], optional: names('project framework configuration') },
  { name: 'Dependencies', required: ['projectPath'], optional: ['project'] },
  { name: 'Validate', required: ['projectPath'], optional: ['project'] },
  { name: 'GetProperty', required: names('project propertyName'), optional: names('framework configuration') },
  { name: 'ListItems', required: ['project'], optional: names('itemType framework configuration') },
].map(each => ({ ...each, time: 'query', data: true, announcement: announcing('Evaluating') }));

const edit = (name: string, operation: string, parameters: string): Action => ({
  name,
  required: ['project', ...names(parameters)],
  optional: [],
  time: 'edit',
  lock: { operation, rule: 'project' },
  data: true,
  announcement: announcing('Editing'),
});

/** Facts of a project, and changes of its file. */
export const projectFacts: readonly Action[] = [
  ...evaluations,
  edit('SetProperty', 'property_set', 'propertyName propertyValue'),
  edit('RemoveProperty', 'property_remove', 'propertyName'),
  edit('AddItem', 'item_add', 'itemType include'),
  edit('RemoveItem', 'item_remove', 'itemType include'),
];
