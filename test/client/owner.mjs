// Connects to a server as a command would, and then leaves it in the way its first argument names.
import { connect } from '../../packages/client/dist/index.js';

const [way, reaperDelayMs, ...words] = process.argv.slice(2);
const definition = {
  ...{
    transport: 'stdio',
    name: 'fixture',
    cwd: '/',
    env: { PATH: process.env.PATH },
    daemon: false,
    protocol: 'auto',
    secrets: [],
  },
  command: process.execPath,
  args: words,
};
const connection = await connect(definition, { reaperDelayMs: Number(reaperDelayMs) });
if (way === 'stay') await connection.list('tools');
if (way === 'release') await connection.release();
console.log(connection.pid);
if (way === 'exit') process.exit(0);
if (way === 'stay') setInterval(() => {}, 1_000);
