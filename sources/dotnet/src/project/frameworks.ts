import { netFrameworks, released, standards } from './frameworks-table.js';

/** What kind of framework a moniker names. */
export interface FrameworkInfo {
  readonly framework: string;
  readonly description: string;
  readonly isLts: boolean;
  readonly isModernNet: boolean;
  readonly isNetCore: boolean;
  readonly isNetStandard: boolean;
  readonly isNetFramework: boolean;
}

/** A framework in a list of them. */
export interface ListedFramework {
  readonly tfm: string;
  readonly description: string;
  readonly isLts: boolean;
  readonly version: string;
}

export interface FrameworkLists {
  readonly modern: readonly ListedFramework[];
  readonly netCore: readonly ListedFramework[];
  readonly netStandard: readonly ListedFramework[];
  readonly latestRecommended: string;
  readonly latestLts: string;
}

/** The newest framework with long-term support. */
export const LATEST_LTS = 'net10.0';

type Family = 'modern' | 'core' | 'standard' | 'framework';

interface Moniker {
  readonly family: Family;
  readonly version: string;
  /** Without its platform, in lower case. */
  readonly base: string;
  readonly platform?: string;
}

const forms: readonly (readonly [Family, RegExp])[] = [
  ['modern', /^net((?:[5-9]|[1-9]\d{1,2})\.\d{1,3})(?:-([a-z]{1,20})[0-9.]{0,24})?$/],
  ['core', /^netcoreapp(\d{1,3}\.\d{1,3})$/],
  ['standard', /^netstandard(\d{1,3}\.\d{1,3})$/],
  ['framework', /^net(11|20|30|35|4\d{1,2})$/],
];

function read(framework: string): Moniker | undefined {
  const base = framework.trim().toLowerCase();
  for (const [family, form] of forms) {
    const found = form.exec(base);
    if (!found) continue;
    const version = family === 'framework' ? [...found[1]!].join('.') : found[1]!;
    const platform = found[2];
    return { family, version, base: base.split('-', 1)[0]!, ...(platform !== undefined && { platform }) };
  }
  return undefined;
}

/** Parses a framework moniker, ignoring case; undefined when it is malformed. */
export function frameworkInfo(framework: string): FrameworkInfo | undefined {
  const moniker = read(framework);
  if (moniker === undefined) return undefined;
  const { family } = moniker;
  return {
    framework,
    description: descriptionOf(moniker),
    isLts: released.get(moniker.base)?.isLts ?? false,
    isModernNet: family === 'modern',
    isNetCore: family === 'core',
    isNetStandard: family === 'standard',
    isNetFramework: family === 'framework',
  };
}

const products: Readonly<Record<Family, string>> = {
  modern: '.NET',
  core: '.NET Core',
  standard: '.NET Standard',
  framework: '.NET Framework',
};

const platforms: Readonly<Record<string, string>> = {
  windows: 'Windows',
  android: 'Android',
  ios: 'iOS',
  maccatalyst: 'Mac Catalyst',
  macos: 'macOS',
  tvos: 'tvOS',
  tizen: 'Tizen',
  browser: 'the browser',
};

function descriptionOf({ family, version, base, platform }: Moniker): string {
  const on = platform === undefined ? '' : ` for ${platforms[platform] ?? platform}`;
  const support = released.get(base)?.isLts ? ' (long-term support)' : '';
  return `${products[family]} ${version}${on}${support}`;
}

/** The day a framework's support ended, when that day is past; undefined while it lasts, and for what has no such day. */
export function endedSupport(framework: string, today = new Date()): string | undefined {
  const moniker = read(framework);
  if (moniker === undefined) return undefined;
  const end = released.get(moniker.base)?.supportEnds ?? netFrameworks.get(moniker.base) ?? unlisted(moniker);
  return end !== undefined && end < today.toISOString().slice(0, 10) ? end : undefined;
}

/** Releases older than the table ended with the last of their line. */
const unlisted = ({ family }: Moniker) => (family === 'core' ? '2019-06-27' : undefined);

/** Whether there is a framework with long-term support that a project for this one could move to. */
export function hasNewerLts(framework: string): boolean {
  const moniker = read(framework);
  if (moniker?.family === 'core') return true;
  return moniker?.family === 'modern' && Number.parseFloat(moniker.version) < Number.parseFloat(LATEST_LTS.slice(3));
}

/** All frameworks there are to choose from; the next one too when an SDK for it is among the versions installed. */
export function frameworkLists(installedSdks: readonly string[] = []): FrameworkLists {
  const next = installedSdks.some(version => version.startsWith('11.')) ? ['net11.0'] : [];
  const known = [...released.keys()];
  return {
    modern: [...next, ...known.filter(tfm => read(tfm)?.family === 'modern')].map(listed),
    netCore: known.filter(tfm => read(tfm)?.family === 'core').map(listed),
    netStandard: standards.map(listed),
    latestRecommended: LATEST_LTS,
    latestLts: LATEST_LTS,
  };
}

function listed(tfm: string): ListedFramework {
  const moniker = read(tfm)!;
  return {
    tfm,
    description: descriptionOf(moniker),
    isLts: released.get(tfm)?.isLts ?? false,
    version: moniker.version,
  };
}
