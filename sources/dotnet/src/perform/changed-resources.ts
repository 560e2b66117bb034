import type { MachineFacts } from '../machine/machine-facts.js';
import type { Work } from './work.js';

/** The effects of a successful action: the caches to clear, and the resources that change. */
interface Change {
  readonly forget: (facts: MachineFacts) => void;
  readonly updated: readonly string[];
}

const templates: Change = { forget: facts => facts.templates.clear(), updated: ['dotnet://templates'] };
const installed: Change = {
  forget: facts => {
    facts.sdks.clear();
    facts.runtimes.clear();
  },
  updated: ['dotnet://sdk-info', 'dotnet://runtime-info', 'dotnet://frameworks'],
};
const workspace: Change = { forget: facts => facts.clearWorkspaces(), updated: ['dotnet://workspace'] };
const everything: Change = { forget: facts => facts.clear(), updated: ['dotnet://templates'] };

const each = (tool: string, actions: string, change: Change) =>
  actions.split(' ').map(action => [`${tool}.${action}`, change] as const);

const changes: Readonly<Record<string, Change>> = Object.fromEntries([
  ...each('dotnet_sdk', 'InstallTemplatePack UninstallTemplatePack', templates),
  ...each('dotnet_sdk', 'ClearTemplateCache', everything),
  ...each('dotnet_workload', 'Install Update Uninstall', installed),
  ...each('dotnet_solution', 'Create Add Remove', workspace),
  ...each('dotnet_package', 'Add Update Remove AddReference RemoveReference', workspace),
  ...each('dotnet_project', 'New SetProperty RemoveProperty AddItem RemoveItem', workspace),
]);

/** Clears the caches that an action has made stale, and gives the URIs of the changed resources. */
export function changedResources({ tool, action, args, context }: Work): readonly string[] {
  const change = args.forceReload === true ? installed : changes[`${tool.name}.${action.name}`];
  change?.forget(context.facts);
  return change?.updated ?? [];
}
