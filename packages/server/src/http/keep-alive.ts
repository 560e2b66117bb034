/** How often a stream without news says that it is still there. */
export const KEEP_ALIVE_MS = 15_000;
