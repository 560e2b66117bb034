import { version } from './version.js';

const [first] = process.argv.slice(2);

// The version is told before anything else is loaded.
if (first === '--version' || first === '-V') process.stdout.write(`mcp ${version}\n`);
else {
  const { run } = await import('./run.js');
  process.exitCode = await run();
  // Sources may hold handles of their own; everything of ours is closed and written by now.
  process.exit();
}
