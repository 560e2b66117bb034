import {
  addProjectItem,
  configureGlobalJson,
  removeProjectItem,
  removeProjectProperty,
  setProjectProperty,
} from './edits.js';
import { runCommand } from './execute.js';
import * as facts from './facts.js';
import { withReading } from './reading.js';
import { cacheMetrics, clearTemplateCache, listTemplates, searchTemplates, showFramework } from './sdk.js';
import { resetMetrics, showCapabilities, showHelp, showInfo, showMetrics } from './server.js';
import { listSessions, readLogs, startSession, stopSession } from './sessions.js';
import { runTests } from './test.js';
import type { Perform, Work } from './work.js';

/** Actions that are not a single command whose output is the result. */
const performers: Readonly<Record<string, Perform>> = {
  'dotnet_project.Test': runTests,
  'dotnet_project.Analyze': facts.analyze,
  'dotnet_project.Dependencies': facts.listDependencies,
  'dotnet_project.Validate': facts.validate,
  'dotnet_project.GetProperty': facts.getProperty,
  'dotnet_project.ListItems': facts.listItems,
  'dotnet_project.SetProperty': setProjectProperty,
  'dotnet_project.RemoveProperty': removeProjectProperty,
  'dotnet_project.AddItem': addProjectItem,
  'dotnet_project.RemoveItem': removeProjectItem,
  'dotnet_solution.Analyze': facts.analyzeSolution,
  'dotnet_solution.Dependencies': facts.listSolutionDependencies,
  'dotnet_solution.Validate': facts.validateSolution,
  'dotnet_sdk.ConfigureGlobalJson': configureGlobalJson,
  'dotnet_project.Stop': stopSession,
  'dotnet_project.Logs': readLogs,
  'dotnet_project.ListSessions': listSessions,
  'dotnet_sdk.ListTemplates': listTemplates,
  'dotnet_sdk.SearchTemplates': searchTemplates,
  'dotnet_sdk.ClearTemplateCache': clearTemplateCache,
  'dotnet_sdk.FrameworkInfo': showFramework,
  'dotnet_sdk.CacheMetrics': cacheMetrics,
  'dotnet_help.Help': showHelp,
  'dotnet_server_capabilities.Capabilities': showCapabilities,
  'dotnet_server_info.About': showInfo,
  'dotnet_server_metrics.Get': showMetrics,
  'dotnet_server_metrics.Reset': resetMetrics,
  ...withReading,
};

/** The performer of a call. */
export function performerOf({ tool, action }: Work): Perform {
  if (action.session !== undefined) return startSession;
  return performers[`${tool.name}.${action.name}`] ?? runCommand;
}
