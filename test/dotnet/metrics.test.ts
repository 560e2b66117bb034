import { describe, expect, it } from 'vitest';
import { type DotnetServer, openDotnet } from './dotnet-fixture.js';

const none = await openDotnet({ cli: 'none', env: { CONCORD_FORBID_UNSAFE_OUTPUT: '1' } });

const dataOf = async (dotnetServer: DotnetServer, tool: string, args: Record<string, unknown> = {}) =>
  JSON.parse((await dotnetServer.ask(tool, args)).output!) as Record<string, unknown>;

describe('many calls at once', () => {
  it('all succeed, with eight processes at a time at most', async () => {
    const dotnetServer = await openDotnet();
    // Each is there for a while, and says how many there were when it was.
    const scripted = dotnetServer.scripted({ argv: ['--info'], stdout: 'fine\n', delayMs: 150, count: true });
    const answers = await Promise.all(Array.from({ length: 64 }, () => scripted.ask('dotnet_sdk', { action: 'Info' })));
    expect(answers.map(each => each.success)).toEqual(answers.map(() => true));
    expect(scripted.started()).toHaveLength(64);
    const most = Math.max(...scripted.started().map(each => each.running!));
    expect(most).toBeLessThanOrEqual(8);
    expect(most).toBeGreaterThan(1);
  });
});

describe('the capabilities', () => {
  it('are those of a machine with the CLI', async () => {
    const dotnetServer = await openDotnet({ capabilities: { elicitation: {} } });
    dotnetServer.replay(
      { argv: ['--version'], stdout: '10.0.401\n' },
      { argv: ['--list-sdks'], stdout: '9.0.100 [/sdk]\n10.0.401 [/sdk]\n' },
    );
    const data = await dataOf(dotnetServer, 'dotnet_server_capabilities');
    expect(data).toMatchObject({
      serverVersion: expect.stringMatching(/^\d+\.\d+\.\d+/),
      protocolVersions: expect.arrayContaining(['2025-11-25', '2026-07-28']),
      dotnet: { available: true, version: '10.0.401' },
      sdkVersions: { installed: ['9.0.100', '10.0.401'], recommended: 'net10.0', lts: 'net10.0' },
      platform: `${process.platform}-${process.arch}`,
    });
    const yes =
      'structuredErrors machineReadable unsafeOutput cancellation timeouts progress elicitation mcpLogging prompts completions resources sessions trxResults metrics';
    expect(data.supports).toEqual({
      ...Object.fromEntries(yes.split(' ').map(name => [name, true])),
      telemetry: false,
      sampling: false,
      asyncTasks: false,
    });
    const { result } = await dotnetServer.wire.request('tools/list');
    const published = result!.tools!.map(tool => {
      const { properties } = tool.inputSchema as { properties: { action?: { enum: readonly string[] } } };
      return [tool.name, properties.action?.enum ?? []];
    });
    expect(data.tools).toEqual(Object.fromEntries(published));
    expect(data.limits).toMatchObject({ maxSessions: 16, maxErrors: { default: 50 } });
  });

  it('are those of a machine without it, for a client that cannot be asked, where raw output is forbidden', async () => {
    const data = await dataOf(none, 'dotnet_server_capabilities');
    expect(data).toMatchObject({
      dotnet: { available: false },
      sdkVersions: { installed: [] },
      supports: { unsafeOutput: false, elicitation: false },
    });
    expect(data.dotnet).toEqual({ available: false });
  });

  it('are told in prose with every tool, action, resource and prompt', async () => {
    const { text } = await none.call('dotnet_server_info');
    const { result } = await none.wire.request('tools/list');
    const names = result!.tools!.flatMap(tool => {
      const { properties } = tool.inputSchema as { properties: { action?: { enum: readonly string[] } } };
      return [String(tool.name), ...(properties.action?.enum ?? [])];
    });
    const others = [
      'dotnet://sdk-info',
      'dotnet://logs/',
      'dotnet://results/',
      'new_console_app',
      'publish_for_runtime',
    ];
    expect([...names, ...others].filter(each => !text.includes(each))).toEqual([]);
  });
});

describe('the counters', () => {
  it('count calls and failures of every kind, and nothing of what was said', async () => {
    const dotnetServer = await openDotnet();
    const scripted = dotnetServer.scripted(
      { argv: ['build'], stderr: 'no\n', exitCode: 1 },
      { argv: ['run'], waitForFile: 'never' },
    );
    await scripted.ask('dotnet_sdk', { action: 'FrameworkInfo' });
    await scripted.ask('dotnet_project', { action: 'Build', project: 'My-Name.csproj' });
    await scripted.ask('dotnet_project', { action: 'Clean', project: 'My-Name.csproj' });
    await scripted.ask('dotnet_project', { action: 'nonsense' });
    await scripted.ask('dotnet_project', { action: 'Run', timeoutMs: 1_000 });
    const data = await dataOf(dotnetServer, 'dotnet_server_metrics', { action: 'Get' });
    expect(data).toEqual({
      tools: {
        dotnet_project: { calls: 4, failures: 3, avgMs: expect.any(Number), p95Ms: expect.any(Number) },
        dotnet_sdk: { calls: 1, failures: 0, avgMs: expect.any(Number), p95Ms: expect.any(Number) },
      },
      totals: { calls: 5, failures: 3 },
      sessions: { running: 0, ended: 0 },
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(JSON.stringify(data)).not.toContain('My-Name');
    const { text } = await dotnetServer.call('dotnet_server_metrics', { action: 'Get' });
    expect(JSON.parse(text)).toMatchObject({ totals: { calls: 6, failures: 3 } });
    expect(await dataOf(dotnetServer, 'dotnet_server_metrics', { action: 'Reset' })).toEqual({ reset: true });
    const after = (await dataOf(dotnetServer, 'dotnet_server_metrics', { action: 'Get' })) as {
      tools: Record<string, unknown>;
    };
    expect(Object.keys(after.tools)).not.toContain('dotnet_project');
  });

  it('count a refusal for a conflict as a failure', async () => {
    const dotnetServer = await openDotnet();
    const scripted = dotnetServer.scripted({ waitForFile: 'go' });
    const first = scripted.ask('dotnet_project', { action: 'Build', project: 'A.csproj' });
    await scripted.untilStarted();
    await scripted.ask('dotnet_project', { action: 'Build', project: 'A.csproj' });
    scripted.write('go', '');
    await first;
    expect(await dataOf(dotnetServer, 'dotnet_server_metrics', { action: 'Get' })).toMatchObject({
      totals: { calls: 2, failures: 1 },
    });
  });
});
