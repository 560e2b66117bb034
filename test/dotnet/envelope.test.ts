import { describe, expect, it } from 'vitest';
import { openWorld } from './world.js';

const fake = await openWorld();
const none = await openWorld({ cli: 'none' });

describe('the list of tools', () => {
  it('has the twelve, with both modes and a schema of results, and starts nothing', async () => {
    const { result } = await fake.wire.request('tools/list');
    expect(result!.tools!.map(each => each.name)).toEqual([
      'dotnet_project',
      'dotnet_package',
      'dotnet_solution',
      'dotnet_ef',
      'dotnet_workload',
      'dotnet_tool',
      'dotnet_sdk',
      'dotnet_dev_certs',
      'dotnet_help',
      'dotnet_server_capabilities',
      'dotnet_server_info',
      'dotnet_server_metrics',
    ]);
    for (const tool of result!.tools!) {
      const { properties } = tool.inputSchema as { properties: Record<string, unknown> };
      expect(properties.machineReadable).toMatchObject({ type: 'boolean', default: false });
      expect(properties.unsafeOutput).toMatchObject({ type: 'boolean', default: false });
      expect(tool.outputSchema).toMatchObject({ type: 'object' });
    }
    expect(fake.started()).toEqual([]);
  });

  it('is the same, byte for byte, where there is no CLI', async () => {
    const [one, other] = await Promise.all([fake.wire.request('tools/list'), none.wire.request('tools/list')]);
    expect(JSON.stringify(other.result)).toBe(JSON.stringify(one.result));
  });
});
