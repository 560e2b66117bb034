import { expect } from 'vitest';
import { type Files, projectOf } from './project.js';
import { it, type Message, type RoutedWire } from './routed-wire.js';

// Projects in the layout and with the functions of mcp-bash 1.3, one for each thing such a project does.

const begin = '#!/usr/bin/env bash\nset -euo pipefail\nsource "${' + 'MCP_SDK:?}/tool-sdk.sh"\n';
const tool = (name: string, script: string, meta: object = {}): Files => ({
  [`tools/${name}/tool.sh!`]: `${begin}${script}\n`,
  [`tools/${name}/tool.meta.json`]: { name: `example.${name}`, description: name, ...meta },
});
const textOf = ({ result }: Message) => result?.content?.[0]?.text;
const names = async (wire: RoutedWire) => (await wire.request('tools/list')).result?.tools?.map(each => each.name);
const envelope = {
  type: 'object',
  required: ['success', 'result'],
  properties: { success: { type: 'boolean' }, result: { type: 'object' } },
};

it('greets', async ({ session }) => {
  const wire = await session({
    source: projectOf(
      tool('hello', `mcp_result_success "$(mcp_json_obj message 'Hello "you"')"`, { outputSchema: envelope }),
    ),
  });
  expect(await names(wire)).toEqual(['example_hello']);
  for (const name of ['example_hello', 'example.hello'])
    expect((await wire.call(name)).result).toMatchObject({
      structuredContent: { success: true, result: { message: 'Hello "you"' } },
    });
});

it('reads and checks arguments', async ({ session }) => {
  const wire = await session({
    source: projectOf(
      tool(
        'args',
        `value="$(mcp_args_get '.value // empty')"
         if [[ -z "$value" ]]; then mcp_fail_invalid_args "Missing required argument: value"; fi
         count="$(mcp_args_int '.count' --default 1 --min 1 --max 5)"
         loud="$(mcp_args_bool '.loud' --default false)"
         mcp_emit_json "$(mcp_json_obj value "$value" count "$count" loud "$loud" city "$(mcp_args_get '.where.city' --default nowhere)")"`,
      ),
    ),
  });
  expect(
    (await wire.call('example_args', { value: 'a"b', count: 3, loud: true, where: { city: 'Bern' } })).result,
  ).toMatchObject({
    structuredContent: { value: 'a"b', count: '3', loud: 'true', city: 'Bern' },
  });
  expect((await wire.call('example_args')).error).toMatchObject({
    code: -32602,
    message: expect.stringContaining('value'),
  });
  expect((await wire.call('example_args', { value: 'x', count: 9 })).error).toMatchObject({ code: -32602 });
});

it('logs and reports progress', async ({ session }) => {
  const wire = await session({
    source: projectOf(
      tool(
        'work',
        `mcp_log_info "example.logger" "about to work"
         for pct in 10 50 90; do
           if mcp_is_cancelled; then mcp_fail -32001 "Cancelled"; fi
           mcp_progress "$pct" "Working ($pct%)" 100; sleep 0.1
         done
         mcp_result_success "$(mcp_json_obj message done)"`,
      ),
    ),
  });
  await wire.call('example_work', {}, { _meta: { progressToken: 'p' } });
  expect(wire.noticesOf('notifications/progress').map(({ params }) => params)).toEqual(
    [10, 50, 90].map(progress => ({ progressToken: 'p', progress, total: 100, message: `Working (${progress}%)` })),
  );
  expect(wire.noticesOf('notifications/message').map(({ params }) => params)).toEqual([
    { level: 'info', logger: 'example.logger', data: 'about to work' },
  ]);
});

it('stays within its roots', async ({ session }) => {
  const root = projectOf({
    ...tool(
      'read',
      `path="$(mcp_args_require '.path')"
       if ! mcp_roots_contains "$path"; then
         mcp_error permission_denied "Path is outside allowed roots" --hint "Try $(mcp_roots_list | head -n 1)" --data "$(mcp_json_obj path "$path")"
         exit 0
       fi
       mcp_emit_text "$(cat "$(mcp_require_path '.path')")"`,
    ),
    'config/roots.json': { roots: [{ path: './data', name: 'data' }] },
    'data/sample.txt': 'inside',
    'secret.txt': 'outside',
  });
  const wire = await session({ source: root });
  expect(textOf(await wire.call('example_read', { path: `${root}/data/sample.txt` }))).toBe('inside');
  expect((await wire.call('example_read', { path: `${root}/secret.txt` })).result).toMatchObject({
    isError: true,
    structuredContent: { success: false, error: { type: 'permission_denied', hint: `Try ${root}/data` } },
  });
});

it('serves resources, prompts and embedded files', async ({ session }) => {
  const wire = await session({
    source: projectOf({
      ...tool(
        'embed',
        `report="$MCPBASH_PROJECT_ROOT/resources/report.txt"; printf 'Embedded report' > "$report"
         mcp_result_text_with_resource "$(mcp_json_obj message "See report")" --path "$report" --mime text/plain`,
      ),
      'resources/example.txt': 'Hello from a resource\n',
      'resources/example.meta.json': {
        name: 'example.resource',
        description: 'A text',
        uri: 'file://./resources/example.txt',
        mimeType: 'text/plain',
      },
      'prompts/welcome.txt': 'Welcome, ${' + 'name}!\n',
      'prompts/welcome.meta.json': {
        name: 'example.welcome',
        arguments: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
    }),
  });
  expect((await wire.request('resources/read', { uri: 'file://./resources/example.txt' })).result).toMatchObject({
    contents: [{ text: 'Hello from a resource\n' }],
  });
  expect(
    (await wire.request('prompts/get', { name: 'example.welcome', arguments: { name: 'Ann' } })).result,
  ).toMatchObject({
    messages: [{ content: { text: 'Welcome, Ann!\n' } }],
  });
  const { result } = await wire.call('example_embed');
  expect(result!.content!.at(-1)).toMatchObject({
    type: 'resource',
    resource: { text: 'Embedded report', mimeType: 'text/plain' },
  });
});

it('asks the user', async ({ serve }) => {
  const contents: object[] = [{ confirmed: true }, { choice: 'safe' }, { choice: 'high' }, { choices: ['logging'] }];
  const left = [...contents];
  const wire = serve({
    person: () => ({ action: 'accept', content: left.shift()! }),
    source: projectOf(
      tool(
        'ask',
        `confirmed="$(mcp_elicit_confirm "Proceed?")" || true
         mode="$(mcp_elicit_choice "Pick a mode" explore safe)" || true
         quality="$(mcp_elicit_titled_choice "Quality" "high:High (1080p)" "low:Low")" || true
         features="$(mcp_elicit_multi_choice "Features" logging caching)" || true
         printf '[%s,%s,%s,%s]' "$confirmed" "$mode" "$quality" "$features"`,
      ),
    ),
  });
  await wire.handshake();
  expect(JSON.parse(textOf(await wire.call('example_ask'))!)).toEqual(
    contents.map(content => ({ action: 'accept', content })),
  );
  const [, choice, titled, several] = wire.questions.map(question => JSON.stringify(question));
  expect(choice).toContain('"enum":["explore","safe"]');
  expect(titled).toContain('High (1080p)');
  expect(several).toContain('"array"');
});

it('declines where the client cannot ask', async ({ session }) => {
  const wire = await session({
    source: projectOf(tool('ask', `answer="$(mcp_elicit_string "Name?")" || true; printf '%s' "$answer"`)),
  });
  expect(JSON.parse(textOf(await wire.call('example_ask'))!)).toMatchObject({ action: 'decline' });
});

it('replaces what is found by what is registered', async ({ session }) => {
  const wire = await session({
    source: projectOf({
      'tools/progress-demo.sh!': `${begin}mcp_progress 10 half; mcp_result_success "$(mcp_json_obj message fine)"\n`,
      ...tool('other', 'true'),
      'prompts/manual.prompt.txt': 'About {{topic}}',
      'server.d/register.json': {
        version: 1,
        tools: [
          {
            name: 'manual.progress',
            path: 'progress-demo.sh',
            description: 'by hand',
            timeoutSecs: 8,
            outputSchema: envelope,
          },
        ],
        resources: [
          {
            name: 'echo.hello',
            path: 'placeholder.txt',
            uri: 'echo://Hello-there',
            mimeType: 'text/plain',
            provider: 'echo',
          },
        ],
        prompts: [
          {
            name: 'manual.prompt',
            path: 'manual.prompt.txt',
            arguments: { type: 'object', properties: { topic: { type: 'string' } } },
          },
        ],
      },
    }),
  });
  expect(await names(wire)).toEqual(['manual_progress']);
  expect((await wire.call('manual.progress')).result).toMatchObject({ structuredContent: { success: true } });
  expect((await wire.request('resources/read', { uri: 'echo://Hello-there' })).result).toMatchObject({
    contents: [{ text: 'Hello-there' }],
  });
  expect(
    (await wire.request('prompts/get', { name: 'manual.prompt', arguments: { topic: 'it' } })).result,
  ).toMatchObject({
    messages: [{ content: { text: 'About it' } }],
  });
});

it('completes, and fills templates', async ({ session }) => {
  const wire = await session({
    source: projectOf({
      'completions/suggest.sh!': `#!/usr/bin/env bash
[ "$MCP_COMPLETION_OFFSET" = 0 ] && echo '{"suggestions":["retry","review"],"hasMore":true,"next":2}' || echo '{"suggestions":["report"],"hasMore":false}'
`,
      'prompts/demo.completion.txt': 'Do {{query}}',
      'prompts/demo.completion.meta.json': {
        name: 'demo.completion',
        arguments: { type: 'object', properties: { query: { type: 'string' } } },
      },
      'resources/files.meta.json': { name: 'project-files', uriTemplate: 'file:///{+path}', description: 'found' },
      'server.d/register.json': {
        version: 1,
        completions: [{ name: 'demo.completion', path: 'completions/suggest.sh', timeoutSecs: 5 }],
        resourceTemplates: [
          {
            name: 'project-files',
            uriTemplate: 'file:///{+path}',
            description: 'by hand',
            annotations: { audience: ['assistant'] },
          },
        ],
      },
    }),
  });
  const ask = (cursor?: string) =>
    wire.request('completion/complete', {
      ref: { type: 'ref/prompt', name: 'demo.completion' },
      argument: { name: 'query', value: 're' },
      ...(cursor && { cursor }),
    });
  const first = (await ask()).result as { completion: { values: string[]; nextCursor: string } };
  const second = (await ask(first.completion.nextCursor)).result as typeof first;
  expect([first.completion.values, second.completion.values]).toEqual([['retry', 'review'], ['report']]);
  expect((await wire.request('resources/templates/list')).result).toMatchObject({
    resourceTemplates: [{ name: 'project-files', description: 'by hand', annotations: { audience: ['assistant'] } }],
  });
});

it('reads its configuration, and refuses to download what it should not', async ({ session }) => {
  const wire = await session({
    source: projectOf({
      ...tool(
        'fetch',
        `mcp_config_load --env FETCH_CONFIG --file "$MCPBASH_PROJECT_ROOT/config.json" --example "$MCPBASH_PROJECT_ROOT/config.example.json" --defaults '{"timeout": 30, "max": 5}'
         file="$(mktemp)"; trap 'rm -f "$file"' EXIT
         answer="$(mcp_download_safe --url "$(mcp_args_require '.url')" --out "$file" --allow 127.0.0.1 --timeout 5 --max-bytes 100)" || true
         printf '{"timeout":%s,"max":%s,"answer":%s}' "$(mcp_config_get '.timeout' --default 1)" "$(mcp_config_get '.max' --default 1)" "$answer"`,
      ),
      'config.json': { timeout: 7 },
    }),
  });
  expect((await wire.call('example_fetch', { url: 'https://127.0.0.1/x' })).result).toMatchObject({
    structuredContent: { timeout: 7, max: 5, answer: { success: false, error: { type: expect.any(String) } } },
  });
});
