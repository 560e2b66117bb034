import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { nearest, ToolFailure } from '../../workspace/failure.js';
import { looseJson } from '../../workspace/modules.js';
import { sha256 } from '../../workspace/source-file.js';
import type { Answer, Asked } from '../question/asked.js';

/** Says of paths whether they can be read here. */
export async function validatePaths(asked: Asked): Promise<Answer> {
  const given = asked.texts('paths') ?? [];
  const limit = asked.limit('max_paths');
  if (given.length > limit) asked.cut('max_paths');
  const { roots } = asked.workspace;
  const accessible: Json[] = [];
  const inaccessible: Json[] = [];
  let known: readonly string[] | undefined;
  for (const path of given.slice(0, limit)) {
    try {
      const { path: shown, isFolder } = roots.place(path);
      accessible.push({ path, resolved: shown === '' ? '.' : shown, is_folder: isFolder });
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      known ??= asked.workspace.paths().map(each => each.path);
      const suggestions = error.code === 'not_found' ? nearest(path, known) : [];
      inaccessible.push({
        path,
        error_code: error.code,
        ...(error.details?.reason !== undefined && { reason: error.details.reason }),
        ...(suggestions.length > 0 && { suggestions }),
      });
    }
  }
  asked.uses('scope:project');
  const { shown, page } = asked.page(inaccessible, each => each);
  return asked.answer({
    all_accessible: inaccessible.length === 0,
    accessible,
    inaccessible: shown,
    ...page,
    workspace_roots: roots.folders.length,
    paths_received: given.length,
    paths_checked: Math.min(given.length, limit),
  });
}

const MANIFEST = 'policy.manifest.json';

/** Compares the files of a folder of policies with the manifest that lists their hashes. */
export async function verifyPolicyIntegrity(asked: Asked): Promise<Answer> {
  const folder = asked.text('policy_dir') ?? '.concord';
  const { roots } = asked.workspace;
  const place = roots.place(folder);
  if (!place.isFolder)
    throw new ToolFailure('invalid_argument', `The path is no folder: ${folder}.`, { reason: 'not_a_folder' });
  const manifestPath = posix.join(folder, asked.text('manifest') ?? MANIFEST);
  const manifest = looseJson(readText(roots.place(manifestPath).absolute));
  const files = manifest?.files;
  if (!manifest || !isJsonObject(files as Json))
    throw new ToolFailure('invalid_argument', `The manifest has no mapping named files: ${manifestPath}.`, {
      reason: 'manifest',
    });
  const limit = asked.limit('max_files');
  const entries = Object.entries(files as JsonObject);
  if (entries.length > limit) asked.cut('max_files');
  const failed: Json[] = [];
  let verified = 0;
  for (const [name, hash] of entries.slice(0, limit)) {
    const reason = faultOf(asked, posix.join(folder, name), hash);
    if (reason === undefined) verified++;
    else failed.push({ file: name, reason });
  }
  const wantsSignature = asked.flag('check_signature') && asked.has('signature');
  const signature = wantsSignature ? isSigned(asked, manifest as JsonObject) : undefined;
  asked.uses('scope:project');
  return asked.answer({
    policy_dir: folder,
    manifest_source: 'file',
    manifest_valid: failed.length === 0 && signature !== false && entries.length <= limit,
    files_verified: verified,
    files_failed: failed,
    files_total: entries.length,
    signature_validated: signature === true,
  });
}

function faultOf(asked: Asked, path: string, hash: Json | undefined): string | undefined {
  if (typeof hash !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(hash)) return 'no_hash';
  try {
    const { absolute } = asked.workspace.roots.place(path);
    return sha256(asked.workspace.bytesOf(path, absolute)) === hash.slice(7) ? undefined : 'changed';
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return error.code === 'not_found' ? 'missing' : error.code;
  }
}

/** The signature is an HMAC over all of the manifest but itself, its keys in order. */
function isSigned(asked: Asked, { signature, ...rest }: JsonObject): boolean {
  const secret = asked.question.settings.manifestSecret;
  if (secret === undefined)
    throw new ToolFailure(
      'dependency_unavailable',
      'There is no key to check the signature with: CONCORD_MANIFEST_SECRET.',
      { reason: 'no_key' },
    );
  if (typeof signature !== 'string') return false;
  const wanted = createHmac('sha256', secret)
    .update(JSON.stringify(inOrder(rest)))
    .digest();
  const given = Buffer.from(signature.replace(/^hmac-sha256:/, ''), 'hex');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function inOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map(key => [key, inOrder(value[key]!)]),
  );
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new ToolFailure('forbidden', 'The manifest may not be read.', { reason: 'permission' });
  }
}
