// Uses the state folder of a place, and prints what it finds there. Arguments: the place, how many system calls on files it lives for.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [place, most] = process.argv.slice(2);
let left = Number(most);
for (const name of ['linkSync', 'unlinkSync', 'rmdirSync', 'mkdirSync', 'renameSync', 'readdirSync']) {
  const real = fs[name];
  fs[name] = (...args) => {
    if (left-- <= 0) process.kill(process.pid, 'SIGKILL');
    return real(...args);
  };
}
syncBuiltinESMExports();
const { stateFolder } = await import('../../dist/files/state-folder.js');
const folder = stateFolder({ XDG_STATE_HOME: place });
left = Number.POSITIVE_INFINITY;
process.stdout.write(JSON.stringify(fs.readdirSync(folder, { recursive: true }).sort()));
