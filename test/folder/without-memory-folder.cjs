// Loaded before a server under test: a machine that has no /dev/shm.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

for (const name of ['readdirSync', 'mkdirSync']) {
  const original = fs[name];
  fs[name] = (path, ...rest) => {
    if (String(path).startsWith('/dev/shm'))
      throw Object.assign(new Error(`ENOENT: no such file or directory, '${path}'`), { code: 'ENOENT' });
    return original(path, ...rest);
  };
}
syncBuiltinESMExports();
