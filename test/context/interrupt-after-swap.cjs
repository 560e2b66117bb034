// Interrupts a build in the moment its new cache is in its place.
const fs = require('node:fs');

const { renameSync } = fs;
fs.renameSync = (from, to) => {
  renameSync(from, to);
  if (from.endsWith('.ctxbuild/new')) process.kill(process.pid, 'SIGINT');
};
