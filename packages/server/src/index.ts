export { type Mount, NameCollision, Surface } from './dispatch/surface.js';
export { closeHost, type HostOptions, openHost } from './life/host.js';
export { serveHttpProcess } from './life/http.js';
export { type Log, openLog } from './life/log.js';
export { RefusedToStart } from './life/refusal.js';
export { serveStdioProcess } from './life/stdio.js';
export { type GuardedStdout, guardStdout } from './life/stdout-guard.js';
export { type Level, levelFrom } from './notify/levels.js';
export { readSettings, type Settings } from './settings.js';
