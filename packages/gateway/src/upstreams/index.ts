export { Breaker, type BreakerState } from './breaker.js';
export type { ConnectedSource, LifeOptions, UpstreamState, Watch } from './connection-life.js';
export { lastingSource } from './lasting-source.js';
export { type MakeSource, oneClientAtATime } from './one-client-at-a-time.js';
