export {
  exists,
  factsOf,
  type ProcessFacts,
  type ProcessIdentity,
  residentBytes,
  startOf,
} from './facts/process-facts.js';
export {
  endAllGroups,
  endGroup,
  type GroupEnding,
  killAllGroups,
  processGroups,
  signalGroup,
} from './groups/process-groups.js';
export { GroupReaper } from './groups/reaper.js';
export { Launcher } from './launcher/launcher.js';
export { ReopenablePipes } from './pipes/reopenable-pipes.js';
export {
  exitCodeOf,
  type PerStream,
  type ProcessEnd,
  type ProcessRequest,
  type ProcessResult,
  type StartFailure,
} from './run/process-result.js';
export { runProcess } from './run/run-process.js';
export { allowedEnvironment, basicEnvironment, defaultAllowedEnvironment } from './start/environment.js';
export { type GroupLeader, spawnGroup } from './start/spawn-group.js';
