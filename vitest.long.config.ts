import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.long.test.ts',
      'sources/*/src/**/*.long.test.ts',
      'packages/*/test/**/*.long.test.ts',
      'test/**/*.long.test.ts',
      'sources/folder/src/helpers/shell-*.test.ts',
    ],
    env: { CONCORD_ALL_SHELLS: '1' },
    // A machine that is busy with something else can make one wait too short; a real fault fails each time.
    retry: process.env.CI ? 2 : 0,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
