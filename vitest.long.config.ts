import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.long.test.ts',
      'sources/*/src/**/*.long.test.ts',
      'packages/*/test/**/*.long.test.ts',
      'test/**/*.long.test.ts',
    ],
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
