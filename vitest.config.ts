import { defineConfig } from 'vitest/config';
import { dear } from './vitest.dear.js';

/** Tests that leave nothing behind in their process, so that files can share one: a world of its own costs each more than it tests. */
const sharing = [
  'packages/{contract,cli,engine,server}/src/**/*.test.ts',
  'packages/contract/test/**/*.test.ts',
  'packages/client/src/config/**/*.test.ts',
  'sources/{context,dotnet}/src/**/*.test.ts',
  'sources/folder/src/{cli,completions,files,locate,programs,prompts,register,resources,scan,snapshot}/**/*.test.ts',
  'test/{cli,context,folder,server}/**/*.test.ts',
];
const everything = [
  'packages/*/src/**/*.test.ts',
  'sources/*/src/**/*.test.ts',
  'packages/*/test/**/*.test.ts',
  'test/**/*.test.ts',
];
const never = ['**/node_modules/**', '**/*.long.test.ts', ...(process.env.CONCORD_TEST_ALL ? [] : dear)];

export default defineConfig({
  test: {
    globalSetup: 'test/support/temporary-root.ts',
    // Many tests wait for processes and sockets: more of them than there are cores keep the cores busy.
    maxWorkers: 4,
    // A machine that is busy with something else can make one wait too short; a real fault fails each time.
    retry: process.env.CI ? 2 : 0,
    testTimeout: 60_000,
    hookTimeout: 30_000,
    sequence: { shuffle: true },
    projects: [
      { extends: true, test: { name: 'together', include: sharing, exclude: never, isolate: false } },
      { extends: true, test: { name: 'apart', include: everything, exclude: [...never, ...sharing] } },
    ],
  },
});
