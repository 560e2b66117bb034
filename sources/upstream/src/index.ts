export { outcomeOf } from './outcome.js';
export { failureOf } from './problem.js';
export { type UpstreamOptions, upstreamSource } from './source.js';
export { upstreamTool } from './tool.js';
