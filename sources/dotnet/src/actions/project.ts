import { inOrder, tool } from '../table/rows.js';
import { projectFacts } from './project-facts.js';
import { projectParameters } from './project-parameters.js';
import { projectSessions } from './project-sessions.js';
import { projectWork } from './project-work.js';

/** `dotnet_project`. */
export const project = tool({
  name: 'dotnet_project',
  title: '.NET project',
  description:
    'Creates, restores, builds, runs, tests, publishes and formats .NET projects, watches them, reads and edits their properties and items.',
  destructive: true,
  parameters: projectParameters,
  actions: inOrder(
    'New Restore Build Run Test Publish Clean Analyze Dependencies Validate Pack Watch Format Stop Logs ListSessions ListTemplateOptions SetProperty GetProperty RemoveProperty AddItem RemoveItem ListItems',
    [...projectWork, ...projectSessions, ...projectFacts],
  ),
});
