export { whenAborted } from '../concurrency/when-aborted.js';
export { endAllGroups, killAllGroups, processGroups, signalGroup } from './groups/process-groups.js';
export { Launcher } from './launcher/launcher.js';
export { ReopenablePipes } from './pipes/reopenable-pipes.js';
export type {
  Overflow,
  PerStream,
  ProcessEnd,
  ProcessRequest,
  ProcessResult,
  StartFailure,
} from './run/process-result.js';
export { runProcess } from './run/run-process.js';
export { allowedEnvironment, defaultAllowedEnvironment } from './start/environment.js';
