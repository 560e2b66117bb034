// The Source the official suite is run against: each item answers what a scenario of the suite asks for.
import { setTimeout as sleep } from 'node:timers/promises';
import { failure, ProblemError, problem, success } from '@concord/contract';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';
const object = { type: 'object' };
const string = { type: 'string' };

const form = (message, properties, required = []) => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: { type: 'object', properties, required } },
});
const sample = (text, maxTokens) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens },
});
const roots = { method: 'roots/list', params: {} };
const askName = form('What is your name?', { name: string }, ['name']);
const confirm = form('Please confirm', { ok: { type: 'boolean' } }, ['ok']);

const tool = (name, run, inputSchema = object, description = `Fixture for the scenario ${name}`) => ({
  name,
  version: '1.0.0',
  description,
  inputSchema,
  dialect: 'text',
  run,
});
const says = text => async () => success({ text });
const described = answer => JSON.stringify(answer ?? null);

const listeners = new Set();
let added = 0;
const change = kind => {
  added++;
  snapshot = build();
  for (const listener of listeners) listener([kind]);
};

const tools = () => [
  tool('a_plain_text', says('plain')),
  tool('test_simple_text', says('This is a simple text response for testing.')),
  tool('test_image_content', async () => success({ content: [{ type: 'image', data: pixel, mimeType: 'image/png' }] })),
  tool('test_audio_content', async () =>
    success({ content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }] }),
  ),
  tool('test_embedded_resource', async () =>
    success({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    }),
  ),
  tool('test_multiple_content_types', async () =>
    success({
      text: 'Multiple content types test:',
      content: [
        { type: 'image', data: pixel, mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    }),
  ),
  tool('test_tool_with_logging', async (_, call) => {
    for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      call.log('info', line);
      await sleep(50);
    }
    return success({ text: 'Tool with logging executed successfully' });
  }),
  tool('test_logging_tool', async (_, call) => {
    call.log('info', 'nobody asked for this');
    return success({ text: 'logged' });
  }),
  tool('test_tool_with_progress', async (_, call) => {
    for (const value of [0, 50, 100]) {
      call.progress(value, 100, `${value} of 100`);
      await sleep(50);
    }
    return success({ text: 'Tool with progress executed successfully' });
  }),
  tool('test_error_handling', async () =>
    failure(problem('command_failed', 'This tool intentionally returns an error for testing'), { exitCode: 1 }),
  ),
  tool(
    'test_sampling',
    async ({ prompt }, call) => {
      const { answer } = await call.ask({ answer: sample(prompt, 100) });
      return success({ text: `LLM response: ${answer.content?.text ?? described(answer)}` });
    },
    { type: 'object', properties: { prompt: string }, required: ['prompt'] },
  ),
  tool(
    'test_elicitation',
    async ({ message }, call) => {
      const question = form(message, { username: string, email: string }, ['username', 'email']);
      const { answer } = await call.ask({ answer: question });
      return success({ text: `User response: ${described(answer)}` });
    },
    { type: 'object', properties: { message: string }, required: ['message'] },
  ),
  tool('test_elicitation_sep1034_defaults', async (_, call) => {
    const { answer } = await call.ask({
      answer: form('Please review the defaults', {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      }),
    });
    return success({ text: `Elicitation completed: action=${answer.action}, content=${described(answer.content)}` });
  }),
  tool('test_elicitation_sep1330_enums', async (_, call) => {
    const titled = names => names.map((title, index) => ({ const: `value${index + 1}`, title }));
    const { answer } = await call.ask({
      answer: form('Please choose', {
        untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
        titledSingle: { type: 'string', oneOf: titled(['First Option', 'Second Option', 'Third Option']) },
        legacyEnum: {
          type: 'string',
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
        titledMulti: { type: 'array', items: { anyOf: titled(['First Choice', 'Second Choice', 'Third Choice']) } },
      }),
    });
    return success({ text: `Elicitation completed: action=${answer.action}, content=${described(answer.content)}` });
  }),
  tool('json_schema_2020_12_tool', says('fits'), {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: string, city: string } } },
    properties: {
      name: string,
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: string,
      email: string,
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  }),
  tool('test_x_mcp_header', async ({ region }) => success({ text: `region ${region}` }), {
    type: 'object',
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
  }),
  tool('test_missing_capability', async (_, call) => {
    await call.ask({ answer: sample('Are you there?', 10) }, { insist: true });
    return success({ text: 'sampled' });
  }),
  tool('test_streaming_elicitation', says('no stream needed')),
  tool('test_trigger_tool_change', async () => {
    change('tools');
    return success({ text: 'the tools changed' });
  }),
  tool('test_trigger_prompt_change', async () => {
    change('prompts');
    return success({ text: 'the prompts changed' });
  }),
  ...asking(),
  ...(added % 2 === 1 ? [tool('test_added_tool', says('here I am'))] : []),
];

/** Tools that need answers from the client before they can end. */
function asking() {
  const named = (name, run) => tool(`test_input_required_result_${name}`, run);
  return [
    named('elicitation', async (_, call) => {
      const { user_name } = await call.ask({ user_name: askName });
      return success({ text: `Hello, ${user_name.content?.name ?? user_name.action}!` });
    }),
    named('sampling', async (_, call) => {
      const { capital_question } = await call.ask({ capital_question: sample('What is the capital of France?', 100) });
      return success({ text: `The answer: ${described(capital_question.content)}` });
    }),
    named('list_roots', async (_, call) => {
      const { client_roots } = await call.ask({ client_roots: roots });
      return success({ text: `${client_roots.roots.length} roots` });
    }),
    named('request_state', async (_, call) => {
      await call.ask({ confirm });
      return success({ text: 'state-ok' });
    }),
    named('multiple_inputs', async (_, call) => {
      const answers = await call.ask({
        user_name: askName,
        greeting: sample('Generate a greeting', 50),
        client_roots: roots,
      });
      return success({ text: `All of it: ${Object.keys(answers).join(', ')}` });
    }),
    named('multi_round', async (_, call) => {
      const { step1 } = await call.ask({ step1: form('Step 1: What is your name?', { name: string }, ['name']) });
      const { step2 } = await call.ask({
        step2: form('Step 2: What is your favorite color?', { color: string }, ['color']),
      });
      return success({ text: `${described(step1.content)} ${described(step2.content)}` });
    }),
    named('tampered_state', async (_, call) => {
      await call.ask({ confirm });
      return success({ text: 'state-ok' });
    }),
    named('capabilities', async (_, call) => {
      const answers = await call.ask({ user_name: askName, greeting: sample('Generate a greeting', 50) });
      return success({ text: described(answers) });
    }),
  ];
}

const prompts = () => [
  { name: 'test_simple_prompt', description: 'A prompt without arguments', arguments: [] },
  {
    name: 'test_prompt_with_arguments',
    description: 'A prompt with two arguments',
    arguments: [
      { name: 'arg1', description: 'The first', required: true },
      { name: 'arg2', description: 'The second', required: true },
    ],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt that embeds a resource',
    arguments: [{ name: 'resourceUri', description: 'What to embed', required: true }],
  },
  { name: 'test_prompt_with_image', description: 'A prompt with a picture', arguments: [] },
  { name: 'test_input_required_result_prompt', description: 'A prompt that asks for its context', arguments: [] },
  ...(added % 2 === 1 ? [{ name: 'test_added_prompt', description: 'Added by a tool', arguments: [] }] : []),
];

const message = content => ({ role: 'user', content });
const text = words => message({ type: 'text', text: words });

const promptAnswers = {
  test_simple_prompt: () => [text('This is a simple prompt for testing.')],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  test_prompt_with_embedded_resource: ({ resourceUri }) => [
    message({
      type: 'resource',
      resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
    }),
    text('Please process the embedded resource above.'),
  ],
  test_prompt_with_image: () => [
    message({ type: 'image', data: pixel, mimeType: 'image/png' }),
    text('Please analyze the image above.'),
  ],
  test_added_prompt: () => [text('added')],
  test_input_required_result_prompt: async (_, call) => {
    const question = form('What context should the prompt use?', { context: string }, ['context']);
    const { user_context } = await call.ask({ user_context: question });
    return [text(`Use this context: ${user_context.content?.context ?? user_context.action}`)];
  },
};

async function read(uri) {
  const id = /^test:\/\/template\/([^/]{1,100})\/data$/.exec(uri)?.[1];
  if (id !== undefined) {
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    return [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }];
  }
  if (uri === 'test://static-text')
    return [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }];
  if (uri === 'test://static-binary') return [{ uri, mimeType: 'image/png', blob: pixel }];
  if (uri === 'test://watched-resource') return [{ uri, mimeType: 'text/plain', text: 'Watch me' }];
  throw new ProblemError(problem('not_found', `There is no resource ${uri}`));
}

const build = () => ({
  tools: tools().sort((left, right) => (left.name < right.name ? -1 : 1)),
  resources: [
    { uri: 'test://static-binary', name: 'static-binary', description: 'A picture', mimeType: 'image/png' },
    { uri: 'test://static-text', name: 'static-text', description: 'A text', mimeType: 'text/plain' },
    {
      uri: 'test://watched-resource',
      name: 'watched-resource',
      description: 'Can be subscribed to',
      mimeType: 'text/plain',
    },
  ],
  resourceTemplates: [
    {
      uriTemplate: 'test://template/{id}/data',
      name: 'template',
      description: 'Data by id',
      mimeType: 'application/json',
    },
  ],
  prompts: prompts(),
  builtAt: new Date().toISOString(),
});
let snapshot = build();

export default {
  identity: { name: 'conformance-fixture', version: '1.0.0', title: 'Conformance fixture' },
  kinds: ['tools', 'resources', 'prompts', 'completions'],
  open: async () => {},
  snapshot: () => snapshot,
  onChange: listener => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read,
  prompt: async (name, args, call) => ({ messages: await promptAnswers[name](args, call) }),
  complete: async () => [],
  close: async () => {},
};
