// A stdio server that tells the values of its variables in whatever it says, and fails in the way its first argument names. Plain
// JavaScript: it is started as it is.
import { createInterface } from 'node:readline';

const [mode = 'good'] = process.argv.slice(2);
const told = ['API_TOKEN', 'SETTING'].map(name => process.env[name]).join(' and ');
const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const tell = () => process.stderr.write(`on stderr: ${told}\n`);

tell();
if (mode === 'exits') process.exit(7);
if (mode === 'junk') for (let line = 0; line < 1_100; line += 1) process.stdout.write(`junk with ${told}\n`);

const text = value => ({ content: [{ type: 'text', text: value }] });
const calls = {
  fails: () => ({ result: { ...text(`failed with ${told}`), structuredContent: { [told]: told }, isError: true } }),
  refuses: () => ({ error: { code: -32050, message: `refused with ${told}`, data: { told } } }),
  floods: () => ({ result: text(`${told} `.repeat(20_000)) }),
  hangs: () => undefined,
  dies: () => process.exit(3),
};
const schema = { type: 'object', properties: { count: { type: 'integer', description: `about ${told}` } } };
const methods = {
  initialize: ({ protocolVersion }) => ({
    result: {
      protocolVersion,
      capabilities: { tools: {}, logging: {}, resources: {}, prompts: {}, completions: {} },
      serverInfo: { name: told, version: told },
    },
  }),
  'tools/list': () => ({
    result: { tools: Object.keys(calls).map(name => ({ name, description: told, inputSchema: schema })) },
  }),
  'resources/list': () => ({ result: { resources: [{ uri: 'leaking://told', name: 'told', description: told }] } }),
  'resources/templates/list': () => ({ result: { resourceTemplates: [] } }),
  'resources/read': ({ uri }) => ({ result: { contents: [{ uri, text: `read ${told}` }] } }),
  'prompts/list': () => ({ result: { prompts: [{ name: 'told', description: told }] } }),
  'prompts/get': () => ({
    result: { description: told, messages: [{ role: 'user', content: { type: 'text', text: `prompted ${told}` } }] },
  }),
  'completion/complete': () => ({ result: { completion: { values: [`completed ${told}`] } } }),
  'tools/call': ({ name, _meta }) => {
    tell();
    const progressToken = _meta?.progressToken;
    if (progressToken !== undefined)
      send({ method: 'notifications/progress', params: { progressToken, progress: 1, message: told } });
    send({ method: 'notifications/message', params: { level: 'info', data: { told } } });
    process.stdout.write(`junk with ${told}\n`);
    return calls[name]();
  },
};

createInterface({ input: process.stdin })
  .on('line', line => {
    const { id, method, params = {} } = JSON.parse(line);
    if (id === undefined || mode === 'silent') return;
    const answer = (methods[method] ?? (() => ({ error: { code: -32601, message: told } })))(params);
    if (answer !== undefined) send({ id, ...answer });
  })
  .on('close', () => process.exit(0));
