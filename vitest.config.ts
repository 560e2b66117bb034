import { defineConfig } from 'vitest/config';
import { WAIT_LIMIT_MS } from './test/support/time.js';
import { slow } from './vitest.slow.js';

/** Tests that leave nothing behind in their process, so that files share one: to start a process for each costs more than the tests themselves. */
const sharing = [
  'packages/{contract,cli,engine,server}/src/**/*.test.ts',
  'packages/contract/test/**/*.test.ts',
  'packages/client/src/config/**/*.test.ts',
  'sources/{code,context,dotnet}/src/**/*.test.ts',
  'sources/folder/src/{cli,completions,files,locate,programs,prompts,register,resources,scan,snapshot}/**/*.test.ts',
  'test/{cli,context,folder,server}/**/*.test.ts',
];
const everything = [
  'packages/*/src/**/*.test.ts',
  'sources/*/src/**/*.test.ts',
  'packages/*/test/**/*.test.ts',
  'test/**/*.test.ts',
];
const never = ['**/node_modules/**', '**/*.long.test.ts', ...(process.env.CONCORD_TEST_ALL ? [] : slow)];

export default defineConfig({
  test: {
    globalSetup: 'test/support/temporary-root.ts',
    // A machine that runs out of processes or memory can fail one start; a real fault fails each time.
    retry: process.env.CI ? 2 : 0,
    // Many tests wait for processes and sockets: more of them than there are cores keep the cores busy.
    maxWorkers: 4,
    // Limits for a test that hangs, not for a slow machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: WAIT_LIMIT_MS } },
    sequence: { shuffle: true },
    projects: [
      { extends: true, test: { name: 'together', include: sharing, exclude: never, isolate: false } },
      { extends: true, test: { name: 'apart', include: everything, exclude: [...never, ...sharing] } },
    ],
  },
});
