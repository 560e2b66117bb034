import type { JsonObject } from '@concord/contract';
import type { Ecosystem, PackageUse } from './package.js';

const types: Readonly<Record<Ecosystem, string>> = {
  npm: 'npm',
  PyPI: 'pypi',
  Go: 'golang',
  'crates.io': 'cargo',
  NuGet: 'nuget',
  Maven: 'maven',
};

/** The address of a package that all tools understand. */
export function packageUrl({ ecosystem, name, version }: PackageUse): string {
  const plain = ecosystem === 'Maven' ? name.replace(':', '/') : ecosystem === 'PyPI' ? name.toLowerCase() : name;
  return `pkg:${types[ecosystem]}/${plain.split('/').map(encodeURIComponent).join('/')}@${encodeURIComponent(version)}`;
}

/** All packages as one CycloneDX document. */
export function cycloneDx(packages: readonly PackageUse[]): JsonObject {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: packages.map(use => ({
      type: 'library',
      'bom-ref': packageUrl(use),
      name: use.name,
      version: use.version,
      purl: packageUrl(use),
      scope: use.isDev ? 'optional' : 'required',
    })),
  };
}
