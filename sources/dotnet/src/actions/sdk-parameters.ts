import { choice, flag, integer, path, shared, text, working } from '../table/parameters.js';
import { names } from '../table/rows.js';
import type { Parameter } from '../table/table.js';

/** The parameters of `dotnet_sdk`. */
export const sdkParameters: readonly Parameter[] = [
  shared.searchTerm,
  flag('online', 'Searches the package source in place of what is installed.'),
  text('filter', 'Part of a short name, name or type, in any case.', { token: false }),
  integer('maxResults', 1, 10_000, 'The most templates to return.'),
  flag('forceReload', 'Asks the CLI again in place of what is remembered.'),
  text('templateShortName', 'Short name of the template.', { rule: 'template' }),
  path('templatePackage', 'Id of the package, also with @version, or path of a package or folder.', {
    rule: 'templatePackage',
  }),
  text('templateVersion', 'Version of the package.', { rule: 'version' }),
  path('nugetSource', 'Address or folder of a package source.'),
  flag('interactive', 'Lets the CLI ask for credentials.'),
  shared.force,
  shared.framework,
  text('sdkVersion', 'Version of the SDK to ask for, such as 10.0.100.', { rule: 'sdkVersion', token: false }),
  choice(
    'rollForward',
    names('patch feature minor major latestPatch latestFeature latestMinor latestMajor disable'),
    'Which other SDK will do.',
  ),
  choice('testRunner', ['MicrosoftTestingPlatform', 'VSTest'], 'Which test runner dotnet test uses.'),
  path('globalJsonPath', 'Path of the file; global.json where left out.', { token: false }),
  ...working,
];
