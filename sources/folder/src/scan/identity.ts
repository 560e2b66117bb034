import { basename, join } from 'node:path';
import type { Identity } from '@concord/engine';
import { codeOf, isGone } from '../files/file-system.js';
import { safetyHint, unsafe } from '../files/safety.js';
import { anything, checkFields, compact, type Fields, list, nonBlank, text } from './metadata/fields.js';
import { readIcons } from './metadata/icons.js';
import { plainMetadata, readMetadata } from './metadata/metadata.js';
import { FoundFile } from './walk/found-file.js';
import type { Scanning } from './walk/scanning.js';

/** Keys that only bundles use; the server accepts and ignores them. */
const ofBundles = [
  'author',
  'license',
  'keywords',
  'homepage',
  'repository',
  'documentation',
  'support',
  'publisher',
  'longDescription',
  'long_description',
  'compatibility',
  'userConfig',
  'user_config',
  'privacyPolicies',
  'privacy_policies',
  'screenshots',
  'bundle',
  'mcpb',
] as const;

const fields: Fields = {
  name: text,
  title: text,
  version: text,
  description: text,
  websiteUrl: text,
  icons: list,
  ...Object.fromEntries(ofBundles.map(key => [key, anything])),
};

const LONGEST_INSTRUCTIONS = 262_144;

/** The identity of a project's server. Parts that are missing or unusable have their defaults. */
export async function readIdentity(scanning: Scanning): Promise<Identity> {
  const { project } = scanning;
  const home = { path: project.server, relative: '', within: project.server, section: 'server' } as const;
  const file = new FoundFile(scanning, home, 'server.meta.json', false);
  const read = await readMetadata(scanning, 'server', file);
  const fault = read && unsafe(file.path, project.server, project.root);
  if (fault !== undefined)
    scanning.findings.error('server', `${fault}: not read`, { file: file.path, hint: safetyHint });
  const isUsable = read !== undefined && fault === undefined && checkFields(scanning, 'server', read, fields);
  const metadata = isUsable ? read : plainMetadata(file.path, {});
  const given = metadata.fields;
  const name = nonBlank(given.name) ?? basename(project.root);
  return compact({
    name,
    title: nonBlank(given.title) ?? titleOf(name),
    version: nonBlank(given.version) ?? (await versionOf(scanning)),
    description: nonBlank(given.description),
    websiteUrl: nonBlank(given.websiteUrl),
    icons: await readIcons(scanning, 'server', metadata),
    instructions: await readInstructions(scanning),
  }) as Identity;
}

/** A name as a heading: `my-tool_box` is "My Tool Box". */
export function titleOf(name: string): string {
  return name
    .split(/[-_ ]/)
    .filter(word => word !== '')
    .map(word => word[0]!.toUpperCase() + word.slice(1))
    .join(' ');
}

async function versionOf(scanning: Scanning): Promise<string> {
  const [line] = ((await textAt(scanning, join(scanning.project.root, 'VERSION'), 1024)) ?? '').trim().split('\n', 1);
  if (line) return line.trim();
  try {
    const manifest: unknown = JSON.parse(
      (await textAt(scanning, join(scanning.project.root, 'package.json'), 1_048_576)) ?? '{}',
    );
    return nonBlank((manifest as { version?: never } | null)?.version) ?? '0.0.0';
  } catch {
    return '0.0.0';
  }
}

async function readInstructions(scanning: Scanning): Promise<string | undefined> {
  const file = join(scanning.project.server, 'server.instructions.md');
  const content = await textAt(scanning, file, LONGEST_INSTRUCTIONS + 1);
  if (content === undefined) return undefined;
  const fault =
    unsafe(file, scanning.project.server, scanning.project.root) ??
    (Buffer.byteLength(content) > LONGEST_INSTRUCTIONS ? `is larger than ${LONGEST_INSTRUCTIONS} bytes` : undefined);
  if (fault === undefined) return nonBlank(content);
  return scanning.findings.error('server', `${fault}: there are no instructions`, { file, hint: safetyHint });
}

async function textAt({ files, findings }: Scanning, path: string, limit: number): Promise<string | undefined> {
  try {
    return (await files.read(path, limit)).bytes.toString();
  } catch (error) {
    if (!isGone(error)) {
      const hint = 'let its owner read it, or remove it';
      findings.warn('server', `cannot be read (${codeOf(error)})`, { file: path, hint });
    }
    return undefined;
  }
}
