// The floor of a warm command, its near end: one line over a socket, one line back, printed.
const { connect } = require('node:net');

const [socket, method, params] = process.argv.slice(2);
const client = connect(socket);
let text = '';
client.on('data', bytes => {
  text += bytes;
});
client.once('end', () => process.stdout.write(text, () => process.exit(0)));
client.write(`${JSON.stringify({ method, params: JSON.parse(params) })}\n`);
