import { defineConfig } from 'vitest/config';
import { WAIT_LIMIT_MS } from './test/support/time.js';

/** The tests of the command line once more, each file's commands through daemons of their own. */
export default defineConfig({
  test: {
    include: ['test/cli/**/*.test.ts', 'test/client/{login,reaching}.test.ts'],
    env: { CONCORD_TEST_DAEMON: '1' },
    globalSetup: 'test/support/temporary-root.ts',
    // A machine that runs out of processes or memory can fail one start; a real fault fails each time.
    retry: process.env.CI ? 2 : 0,
    // Many tests wait for processes and sockets: more of them than there are cores keep the cores busy.
    maxWorkers: 4,
    // Limits for a test that hangs, not for a slow machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: WAIT_LIMIT_MS } },
  },
});
