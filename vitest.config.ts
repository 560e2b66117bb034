import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'sources/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/*.long.test.ts'],
    // Many tests wait for processes and sockets: more of them than there are cores keep the cores busy.
    maxWorkers: 4,
    // A machine that is busy with something else can make one wait too short; a real fault fails each time.
    retry: process.env.CI ? 2 : 0,
    testTimeout: 60_000,
    hookTimeout: 30_000,
    sequence: { shuffle: true },
  },
});
