/** Tests that take more time than `npm test` has: most of them start hundreds of processes. `npm run test:long` runs them. */
export const slow = [
  'test/cli/{arguments,asking,configuration,documentation,documents,failures,output,results,secrets-in-failures,time,trust-and-secrets}.test.ts',
  'test/client/{reaching,reaper}.test.ts',
  'test/context/{build,build-failures,determinism,resident}.test.ts',
  'test/daemon/{ending,hostile,safety,sources,warm}.test.ts',
  'test/dotnet/{confirmation,metrics}.test.ts',
  'test/folder/{clients,commands,hostile,modules,remote,time}.test.ts',
  'test/interop/sdk.test.ts',
  'test/server/process.test.ts',
  'packages/engine/src/files/state-folder.test.ts',
  'packages/engine/src/process/run/launcher.test.ts',
  'sources/context/src/resolve/resident.test.ts',
  'sources/dotnet/src/project/edit/edit.test.ts',
  'sources/folder/src/helpers/test-tool.test.ts',
  'sources/folder/src/run/module/run-module.test.ts',
];
