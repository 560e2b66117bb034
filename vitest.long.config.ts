import { defineConfig } from 'vitest/config';
import { WAIT_LIMIT_MS } from './test/support/time.js';
import { slow } from './vitest.slow.js';

/** The ways to a folder's server that `npm test` does not take; `test/folder/route.ts` reads the name. */
const routes = ['stdio-modern', 'http-handshake', 'http-modern'];

export default defineConfig({
  test: {
    globalSetup: 'test/support/temporary-root.ts',
    // A machine that runs out of processes or memory can fail one start; a real fault fails each time.
    retry: process.env.CI ? 2 : 0,
    // Limits for a test that hangs, not for a slow machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: WAIT_LIMIT_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'long',
          include: [
            'packages/*/src/**/*.long.test.ts',
            'sources/*/src/**/*.long.test.ts',
            'packages/*/test/**/*.long.test.ts',
            'test/**/*.long.test.ts',
            'sources/folder/src/helpers/shell-*.test.ts',
          ],
          env: { CONCORD_ALL_SHELLS: '1' },
        },
      },
      {
        extends: true,
        test: { name: 'slow', include: slow, maxWorkers: 4, sequence: { groupOrder: 1 } },
      },
      ...routes.map(route => ({
        extends: true as const,
        test: {
          name: route,
          include: ['test/folder/**/*.test.ts'],
          // These take every route by themselves, or none.
          exclude: ['test/folder/{clients,commands}.test.ts', '**/*.long.test.ts'],
          isolate: false,
          // These wait for processes and sockets: more of them than there are cores keep the cores busy, once those that measure are done.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          env: { CONCORD_TEST_ROUTE: route },
        },
      })),
    ],
  },
});
