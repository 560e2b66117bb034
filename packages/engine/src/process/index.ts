export { allowedEnvironment, defaultAllowedEnvironment } from './environment.js';
export { Launcher } from './launcher.js';
export { endAllGroups, killAllGroups, processGroups, signalGroup } from './process-groups.js';
export type { Overflow, PerStream, ProcessEnd, ProcessRequest, ProcessResult, StartFailure } from './process-result.js';
export { ReopenablePipes } from './reopenable-pipes.js';
export { runProcess } from './run-process.js';
export { whenAborted } from './when-aborted.js';
