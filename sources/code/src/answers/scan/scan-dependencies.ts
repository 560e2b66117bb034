import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { JsonObject } from '@concord/contract';
import { Advisories, type Vulnerability } from '../../packages/advisories.js';
import { isManifest, packagesIn } from '../../packages/lock-files.js';
import type { PackageUse } from '../../packages/package.js';
import { cycloneDx } from '../../packages/sbom.js';
import { walk } from '../../project/walk.js';
import { ToolFailure } from '../../workspace/failure.js';
import { relativeTo } from '../../workspace/workspace.js';
import type { Answer, Asked } from '../question/asked.js';

const MOST_FILE_BYTES = 64 * 1_048_576;
const known = new Map<string, Advisories>();

/** The packages a project is built with, and what is known of faults in them. */
export async function scanDependencies(asked: Asked): Promise<Answer> {
  const files = manifests(asked);
  if (files.length === 0)
    throw new ToolFailure('not_found', 'No file here says which packages are used.', { reason: 'no_manifest' });
  const wantsSbom = asked.flag('sbom') && asked.has('sbom');
  const { packages, read, faults } = packagesIn(files);
  const withDev = asked.question.args.include_dev !== false;
  const wanted = packages.filter(({ isDev }) => withDev || !isDev);
  const wantsAdvisories = asked.question.args.scan_vulnerabilities !== false;
  const advisories = wantsAdvisories ? advisoriesOf(asked) : undefined;
  const told = wanted.map(use => ({ use, found: advisories?.of(use) ?? [] }));
  const hit = told.filter(({ found }) => found.length > 0);
  const counts: Record<string, number> = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 };
  for (const { found } of hit) for (const { severity } of found) counts[severity] = (counts[severity] ?? 0) + 1;
  const ranked = [...hit, ...told.filter(({ found }) => found.length === 0)];
  const limit = asked.limit('max_dependencies');
  if (ranked.length > limit) asked.cut('max_dependencies');
  const loose = wanted.filter(({ isExact }) => !isExact).length;
  if (wantsAdvisories && loose > 0)
    asked.warn(`${loose} packages have no exact version, so that nothing is known of them: add a lock file.`);
  asked.uses('scope:project');
  if (advisories) asked.uses(`advisories:${advisories.count}`);
  const reserve = wantsSbom ? asked.budget * 0.5 : 2_000;
  const { shown, page } = asked.page(ranked.slice(0, limit), dependencyJson, reserve);
  return asked.answer({
    scanned_files: read,
    total_dependencies: wanted.length,
    vulnerable_count: hit.length,
    total_vulnerabilities: hit.reduce((sum, { found }) => sum + found.length, 0),
    severity_summary: counts,
    vulnerabilities_checked: advisories !== undefined,
    ...(advisories && {
      advisories_read: advisories.count,
      ...(advisories.faults > 0 && { advisories_not_understood: advisories.faults }),
    }),
    dependencies: shown,
    ...page,
    errors: faults,
    ...(wantsSbom && { sbom: cycloneDx(wanted) }),
  });
}

function dependencyJson({
  use,
  found,
}: {
  readonly use: PackageUse;
  readonly found: readonly Vulnerability[];
}): JsonObject {
  return {
    name: use.name,
    version: use.version,
    ecosystem: use.ecosystem,
    file_path: use.file,
    is_dev: use.isDev,
    ...(!use.isExact && { is_range: true }),
    vulnerabilities: found.map(each => ({
      id: each.id,
      aliases: [...each.aliases],
      summary: each.summary,
      severity: each.severity,
      cwe: [...each.cwe],
      ...(each.fixedVersion !== undefined && { fixed_version: each.fixedVersion }),
    })),
  };
}

/** Without advisories nothing is clean: that nothing is known is an error. */
function advisoriesOf(asked: Asked): Advisories {
  const folder = asked.question.settings.advisories;
  if (folder === undefined || !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new ToolFailure(
      'dependency_unavailable',
      'There are no advisories to check against: start the server with --advisories DIR, a folder of OSV files, or ask with scan_vulnerabilities false.',
      { reason: 'no_advisories' },
    );
  const found = known.get(folder) ?? new Advisories(folder);
  known.set(folder, found);
  found.refresh();
  if (found.count === 0)
    throw new ToolFailure('dependency_unavailable', 'The folder of advisories has none that is understood.', {
      reason: 'no_advisories',
    });
  return found;
}

function manifests(asked: Asked): { path: string; text: string }[] {
  const { roots } = asked.workspace;
  const given = asked.text('path') ?? asked.text('project_root') ?? '';
  const place = roots.place(given);
  if (!place.isFolder && !isManifest(place.absolute))
    throw new ToolFailure('not_implemented', `Files of this kind are not read: ${given}.`, { reason: 'manifest' });
  const files = place.isFolder
    ? walk({ cwd: place.absolute, paths: ['.'], include: [], exclude: [], ignores: true }).files.map(
        ({ absolute }) => absolute,
      )
    : [place.absolute];
  return files
    .filter(path => isManifest(basename(path)))
    .flatMap(path => {
      if (statSync(path).size > MOST_FILE_BYTES) {
        asked.warn(`${relativeTo(place.root, path)} is too large and was left out.`);
        return [];
      }
      return [{ path: relativeTo(place.root, path), text: readFileSync(path, 'utf8') }];
    });
}
