import { defineConfig } from 'vitest/config';

/** The tests of the command line once more, each file's commands through daemons of their own. */
export default defineConfig({
  test: {
    include: ['test/cli/**/*.test.ts', 'test/client/{login,reaching}.test.ts'],
    env: { CONCORD_TEST_DAEMON: '1' },
    globalSetup: 'test/support/temporary-root.ts',
    // Many tests wait for processes and sockets: more of them than there are cores keep the cores busy.
    maxWorkers: 4,
    // A machine that is busy with something else can make one wait too short; a real fault fails each time.
    retry: process.env.CI ? 2 : 0,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
