// A stdio server for tests of the command line. Plain JavaScript: it is started as it is. FIXTURE_LOG names a file that gets a line
// for every message it receives; FIXTURE_MODE changes what it is like.
import { appendFileSync, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { FIXTURE_LOG: log, FIXTURE_MODE: mode = 'good', FIXTURE_FLAG: flag, API_TOKEN: token = 'none' } = process.env;
const note = text => log && appendFileSync(log, `${text}\n`);
const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const object = (properties, required = []) => ({ type: 'object', properties, required });
const text = value => ({ content: [{ type: 'text', text: value }] });

note('start');
if (mode === 'exits-7') {
  process.stderr.write(`cannot open ${token}\nsecond line\n`);
  process.exit(7);
}
if (mode === 'slow-start') await new Promise(resolve => setTimeout(resolve, 1_500));

const nested = Array.from({ length: 60_000 }, (_, index) => [
  `p${index}`,
  { type: 'string', description: 'x'.repeat(60) },
]);

const tools = {
  types: {
    description: 'Takes a value of every type\nand says so on two lines',
    inputSchema: {
      ...object(
        {
          id: { type: 'string', description: 'An id' },
          count: { type: 'integer' },
          either: { type: ['string', 'null'] },
          level: { enum: ['low', 'high'] },
          size: { $ref: '#/$defs/size' },
          anything: {},
          list: { type: 'array', items: { type: 'number' } },
          options: { type: 'object', properties: { depth: { type: 'integer' } } },
          on: { type: 'boolean' },
          data: { type: 'string', contentEncoding: 'base64' },
          password: { type: 'string', minLength: 30 },
          json: { type: 'string' },
          timeout: { type: 'string' },
          config: { type: 'string' },
        },
        ['id'],
      ),
      $defs: { size: { type: 'number' } },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    run: args => ({ ...text(JSON.stringify(args)), structuredContent: args }),
  },
  misfits: {
    inputSchema: object({}),
    outputSchema: object({ sum: { type: 'number' } }),
    run: () => ({ ...text('odd'), structuredContent: { sum: 'three' } }),
  },
  megabytes: { inputSchema: object({}), run: () => text('0123456789abcdef'.repeat(1_250_000)) },
  bare: { inputSchema: object({}), run: () => text('bare') },
  fails: { inputSchema: object({}), run: () => ({ ...text('it failed\nbadly'), isError: true }) },
  told: {
    inputSchema: object({}),
    run: () => ({
      ...text('too late'),
      isError: true,
      _meta: { 'io.concord/outcome': { problems: [{ kind: 'timeout', retryable: true }] } },
    }),
  },
  refuses: { inputSchema: object({}), run: () => ({ error: { code: -32050, message: `no: ${token}` } }) },
  hangs: { inputSchema: object({}), run: () => undefined },
  dies: {
    inputSchema: object({}),
    run: () => {
      process.stderr.write(`about to die of ${token}\n`);
      process.exit(3);
    },
  },
  leaks: {
    inputSchema: object({}),
    run: (_, params) => {
      const { progressToken } = params._meta ?? {};
      const message = `working with ${token}`;
      if (progressToken !== undefined)
        send({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2, message } });
      send({ method: 'notifications/message', params: { level: 'info', data: `logged ${token}` } });
      process.stderr.write(`stderr has ${token}\n`);
      const env = Object.keys(process.env).sort();
      return { ...text(`text has ${token} in ${process.env.NODE_ENV}`), structuredContent: { held: token, env } };
    },
  },
  escapes: { inputSchema: object({}), run: () => text('\u001b[31mred\u001b[0m \u001b]0;title\u0007 bell\u0007') },
  big: { inputSchema: object({}), run: () => text('0123456789abcdef\n'.repeat(61_681)) },
  environment: { inputSchema: object({}), run: () => ({ ...text('env'), structuredContent: { ...process.env } }) },
  blob: {
    inputSchema: object({}),
    run: () => ({
      content: [
        { type: 'audio', mimeType: '../../evil', data: Buffer.from('sound').toString('base64') },
        {
          type: 'resource',
          resource: { uri: 'x://y', mimeType: 'application/pdf', blob: Buffer.from('%PDF').toString('base64') },
        },
        { type: 'resource_link', uri: 'x://link', name: 'a link' },
      ],
    }),
  },
  hostile_text: { description: `${'a'.repeat(4_000)}!`, inputSchema: object({}), run: () => text('x') },
};

const schemas = {
  huge: { type: 'object', properties: Object.fromEntries(nested) },
  remote: object({ a: { $ref: 'https://example.invalid/schema.json' } }),
  endless: { ...object({ a: { $ref: '#/$defs/a' } }), $defs: { a: { $ref: '#/$defs/a' } } },
  backtracks: object({ a: { type: 'string', pattern: '^(a+)+$' } }),
};

function toolList() {
  if (mode === 'schemas')
    return Object.entries(schemas).map(([name, inputSchema]) => ({ name, description: name, inputSchema }));
  if (mode === 'grows') {
    const more = existsSync(flag) ? { added: { type: 'string' } } : {};
    return [
      { name: 'types', inputSchema: { ...object({ id: { type: 'string' }, ...more }), additionalProperties: false } },
    ];
  }
  return Object.entries(tools).map(([name, { run, ...tool }]) => ({ name, ...tool }));
}

const bytes = uri => ({
  contents: [{ uri, mimeType: 'image/png', blob: Buffer.from([0, 255, 10, 13, 0]).toString('base64') }],
});

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, logging: {}, resources: {} },
    serverInfo: { name: 'fixture', version: '4.5.6' },
  }),
  'tools/list': () => (mode === 'never-lists' ? undefined : { tools: toolList() }),
  'resources/list': () => ({ resources: [{ uri: 'fixture://bytes', name: 'bytes', mimeType: 'image/png' }] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'resources/read': ({ uri }) => {
    if (uri === 'fixture://bytes') return bytes(uri);
    process.stderr.write('asked to read\n');
    // The client has read that by the time it gets the answer.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    return { error: { code: -32002, message: 'Resource not found' } };
  },
  'tools/call': params =>
    (tools[params.name]?.run ?? (() => text(JSON.stringify(params.arguments))))(params.arguments ?? {}, params),
};

createInterface({ input: process.stdin })
  .on('line', line => {
    const { id, method, params = {} } = JSON.parse(line);
    note(
      method === 'notifications/cancelled'
        ? `${method} ${params.requestId}`
        : `${method} ${id} ${params.name ?? ''}`.trim(),
    );
    if (id === undefined || mode === 'silent') return;
    const result = methods[method]?.(params) ?? undefined;
    if (methods[method] === undefined) send({ id, error: { code: -32601, message: 'Method not found' } });
    else if (result !== undefined) send({ id, ...(result.error ? { error: result.error } : { result }) });
  })
  .on('close', () => process.exit(0));
