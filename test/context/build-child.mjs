// Builds a cache and dies, or waits, at a step of the swap: node build-child.mjs <sources> <cache> <step> <die | wait>
import { readSync } from 'node:fs';
import { Stop } from '@concord/engine';
import { build } from '@concord/source-context';

const [sources, cache, step, what] = process.argv.slice(2);
await build({
  sources,
  cache,
  force: true,
  skipUnreadable: false,
  createdAt: () => new Date(0).toISOString(),
  signal: new Stop(),
  onWarning: () => {},
  atStep: reached => {
    if (reached !== step) return;
    if (what === 'die') process.kill(process.pid, 'SIGKILL');
    process.stdout.write('here\n');
    // Goes on when its parent lets go of its standard input.
    while (readSync(0, Buffer.alloc(1)) > 0);
  },
});
