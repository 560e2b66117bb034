import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openDotnet } from './dotnet-fixture.js';
import { real } from './real.js';

const dotnetServer = await openDotnet({ cli: 'real' });

real(
  'a new project is built, and when it is broken the answer says where',
  async () => {
    const project = 'Smoke/Smoke.csproj';
    const build = { action: 'Build', project };
    const created = await dotnetServer.ask('dotnet_project', {
      action: 'New',
      template: 'console',
      name: 'Smoke',
      additionalOptions: '--no-restore',
    });
    expect(created).toMatchObject({ success: true, command: 'dotnet new console -n Smoke --no-restore' });
    expect(await dotnetServer.ask('dotnet_project', build)).toMatchObject({
      success: true,
      output: expect.stringContaining('Build succeeded.'),
    });
    expect(existsSync(join(dotnetServer.folder, 'Smoke/bin/Debug/net10.0/Smoke.dll'))).toBe(true);
    const file = dotnetServer.write('Smoke/Program.cs', 'System.Console.WriteLine();\n  Consol.WriteLine();\n');
    const broken = await dotnetServer.ask('dotnet_project', { ...build, noRestore: true });
    expect(broken).toMatchObject({
      success: false,
      exitCode: 1,
      errors: [{ code: 'CS0103', data: { additionalData: { file, line: '2', column: '3' } } }],
    });
    expect(broken.errors).toHaveLength(1);
  },
  150_000,
);
