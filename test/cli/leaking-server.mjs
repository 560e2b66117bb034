// A stdio server that tells the values of its variables, and a token that it made up, in every string of whatever it says, and fails in
// the way its first argument names. Plain JavaScript: it is started as it is.
import { createInterface } from 'node:readline';
import { formsOfToken, formsOfValue } from './told-secrets.mjs';

const [mode = 'good'] = process.argv.slice(2);
const { API_TOKEN, SETTING, NAME_TOKEN = 'nothing' } = process.env;
const values = [API_TOKEN, SETTING, NAME_TOKEN].filter(value => value !== undefined);
const told = [API_TOKEN, SETTING, ...values.flatMap(formsOfValue), ...formsOfToken()].join(' and ');
const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const tell = () => process.stderr.write(`on stderr: ${told}\n`);

tell();
if (mode === 'exits') process.exit(7);
if (mode === 'junk') for (let line = 0; line < 1_100; line += 1) process.stdout.write(`junk with ${API_TOKEN}\n`);

/** Everything a list, a block or a result may say of itself. */
const about = { title: told, description: told, _meta: { [told]: told }, icons: [{ src: told }] };
const text = value => ({ content: [{ type: 'text', text: value, annotations: { told }, _meta: { told } }] });
const inBase64 = (...parts) => Buffer.concat(parts.map(part => Buffer.from(part))).toString('base64');
const writing = inBase64(`<svg>${told}</svg>`);
const pixels = inBase64([0x89, 0x50, 0x4e, 0x47, 0, 0xff], NAME_TOKEN, [0, 0xff]);
const named = `leaking://${NAME_TOKEN}/x`;
const everything = {
  content: [
    ...text(`told ${told}`).content,
    { type: 'image', data: writing, mimeType: 'image/svg+xml', _meta: { told } },
    { type: 'audio', data: writing, mimeType: 'audio/wav' },
    { type: 'resource_link', uri: named, name: told, ...about },
    { type: 'resource', resource: { uri: 'leaking://told', mimeType: told, text: told, _meta: { told } } },
    { type: 'resource', resource: { uri: named, blob: writing } },
  ],
  structuredContent: { [told]: told, list: [told, { token: told }] },
  _meta: { [told]: told },
};
const calls = {
  tells: () => ({ result: everything }),
  shows: () => ({ result: { content: [{ type: 'image', data: pixels, mimeType: 'image/png' }] } }),
  fails: () => ({ result: { ...text(`failed with ${told}`), structuredContent: { [told]: told }, isError: true } }),
  refuses: () => ({ error: { code: -32050, message: `refused with ${told}`, data: { told, [told]: [told] } } }),
  floods: () => ({ result: text(`${told} `.repeat(Math.ceil(1_000_000 / told.length))) }),
  asks: id => {
    asked = id;
    const requestedSchema = { type: 'object', properties: { name: { type: 'string', ...about } } };
    send({ id: 'question', method: 'elicitation/create', params: { message: `who? ${told}`, requestedSchema } });
  },
  hangs: () => undefined,
  dies: () => process.exit(3),
};
const schema = {
  type: 'object',
  ...about,
  properties: { count: { type: 'integer', description: `about ${told}`, default: told, examples: [told] } },
  additionalProperties: { description: told },
};
const tool = (name, inputSchema = schema) => ({ name, ...about, annotations: { title: told }, inputSchema });
/** Tools that cannot be shown: a known value stands in what a caller sends. */
const useless = [
  tool(`tell_${NAME_TOKEN}`),
  tool('keys', { type: 'object', properties: { [NAME_TOKEN]: { type: 'string' } } }),
  tool('allows', { type: 'object', properties: { one: { enum: [NAME_TOKEN, told] } } }),
  tool('insists', { type: 'object', properties: { one: { const: { deep: NAME_TOKEN } } } }),
  tool('matches', { type: 'object', properties: { one: { type: 'string', pattern: NAME_TOKEN } } }),
];
const contents = {
  'leaking://told': uri => ({ uri, mimeType: told, text: `read ${told}`, _meta: { told } }),
  'leaking://writing': uri => ({ uri, mimeType: 'text/plain', blob: writing }),
  'leaking://pixels': uri => ({ uri, mimeType: 'image/png', blob: pixels }),
  [named]: uri => ({ uri, text: `read ${told}` }),
};
const methods = {
  initialize: ({ protocolVersion }) => ({
    result: {
      protocolVersion,
      capabilities: {
        tools: {},
        logging: {},
        resources: { subscribe: true },
        prompts: {},
        completions: {},
        experimental: { [told]: { told } },
      },
      serverInfo: { name: told, version: told, ...about, websiteUrl: told },
      instructions: `instructed ${told}`,
      _meta: { told },
    },
  }),
  ping: () => ({ result: {} }),
  'logging/setLevel': () => ({ result: {} }),
  'tools/list': () => ({ result: { tools: [...Object.keys(calls).map(name => tool(name)), ...useless] } }),
  'resources/list': () => ({
    result: { resources: Object.keys(contents).map(uri => ({ uri, name: 'told', ...about, mimeType: told })) },
  }),
  'resources/templates/list': () => ({
    result: {
      resourceTemplates: ['leaking://{which}', `leaking://${NAME_TOKEN}/{which}`].map(uriTemplate => ({
        uriTemplate,
        name: told,
        ...about,
      })),
    },
  }),
  'resources/read': ({ uri }) =>
    contents[uri]
      ? { result: { contents: [contents[uri](uri)], _meta: { told } } }
      : { error: { code: -32002, message: `no ${told}`, data: { told } } },
  'resources/subscribe': ({ uri }) => {
    send({ method: 'notifications/resources/updated', params: { uri, _meta: { told } } });
    return { result: {} };
  },
  'resources/unsubscribe': () => ({ result: {} }),
  'prompts/list': () => ({
    result: {
      prompts: [
        { name: 'told', ...about, arguments: [{ name: 'who', ...about }] },
        { name: 'useless', arguments: [{ name: NAME_TOKEN }] },
      ],
    },
  }),
  'prompts/get': () => ({
    result: {
      description: told,
      messages: [
        { role: 'user', content: { type: 'text', text: `prompted ${told}` } },
        ...everything.content.map(content => ({ role: 'assistant', content })),
      ],
      _meta: { told },
    },
  }),
  'completion/complete': () => ({ result: { completion: { values: [`completed ${told}`, NAME_TOKEN] } } }),
  'tools/call': ({ name, _meta }, id) => {
    tell();
    const progressToken = _meta?.progressToken;
    if (progressToken !== undefined)
      send({ method: 'notifications/progress', params: { progressToken, progress: 1, message: told } });
    send({ method: 'notifications/message', params: { level: 'warning', logger: told, data: { told, [told]: told } } });
    process.stdout.write(`junk with ${told}\n`);
    return (calls[name] ?? (() => ({ error: { code: -32602, message: `no ${told}` } })))(id);
  },
};
let asked;

createInterface({ input: process.stdin })
  .on('line', line => {
    const { id, method, params = {} } = JSON.parse(line);
    if (id === 'question') send({ id: asked, result: text(`asked ${told}`) });
    if (id === undefined || method === undefined || mode === 'silent') return;
    const answer = (methods[method] ?? (() => ({ error: { code: -32601, message: told } })))(params, id);
    if (answer !== undefined) send({ id, ...answer });
  })
  .on('close', () => process.exit(0));
