import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = 'CONCORD_TESTS_ROOT';

/** One temporary folder for a whole run of the tests, so that nothing of it stays, whatever a test leaves behind. */
export default function setup(): (() => void) | undefined {
  if (process.env[NAME] !== undefined) return undefined;
  // Short: the sockets of daemons are below it.
  const root = mkdtempSync(join(tmpdir(), 'concord-'));
  // Some tests are somebody else for a while, who has to get through.
  chmodSync(root, 0o711);
  process.env[NAME] = root;
  process.env.TMPDIR = root;
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}
