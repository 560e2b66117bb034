import { Stop } from '@concord/engine';
import { build } from '@concord/source-context';

// Prints by how many bytes the process has grown at most while it built a cache.
const [sources = '', cache = ''] = process.argv.slice(2);
const before = process.memoryUsage().rss;
await build({
  sources,
  cache,
  force: false,
  skipUnreadable: false,
  createdAt: () => new Date(0).toISOString(),
  signal: new Stop(),
  onWarning: () => {},
});
console.log(process.resourceUsage().maxRSS * 1_024 - before);
