import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import type { KeyRing } from './key-ring.js';

/** What any replica has to know of a client of the handshake eras to go on with its session. */
export interface SealedSession {
  /** The revision of the protocol that was agreed on. */
  readonly version: string;
  readonly client: string;
  readonly capabilities: JsonObject;
  /** Who opened it, and alone may go on with it. */
  readonly principal: string;
  readonly begunAt: number;
}

const FORM = 'c1';
const ID = /^c1\.([0-9a-f]{8})\.([A-Za-z0-9_-]{40,6000})$/;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A session is not gone on with after that time. */
const OLDEST_SESSION_MS = 7 * 86_400_000;

/** What clients say of their capabilities beyond this goes into no id: the names alone do. */
const MOST_CAPABILITY_BYTES = 1_500;

/** The id of a session: what it is, sealed, so that nobody can read, change or make one. */
export function sealSession(ring: KeyRing, session: SealedSession): string {
  const { sign, secret } = ring.newest;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(`${FORM}.${sign}`));
  const text = JSON.stringify({ ...session, capabilities: shortened(session.capabilities) });
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${FORM}.${sign}.${sealed.toString('base64url')}`;
}

/** What an id says; undefined for one that was not made here, was changed, or is too old. */
export async function openSession(ring: KeyRing, id: string): Promise<SealedSession | undefined> {
  const [, sign = '', text = ''] = ID.exec(id) ?? [];
  const key = sign === '' ? undefined : await ring.find(sign);
  if (key === undefined) return undefined;
  const sealed = Buffer.from(text, 'base64url');
  // One session has one id.
  if (sealed.toString('base64url') !== text) return undefined;
  const body = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.secret, sealed.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(`${FORM}.${sign}`))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    const opened = JSON.parse(Buffer.concat([decipher.update(body), decipher.final()]).toString()) as SealedSession;
    return Date.now() - opened.begunAt < OLDEST_SESSION_MS ? opened : undefined;
  } catch {
    return undefined;
  }
}

function shortened(capabilities: JsonObject): JsonObject {
  if (JSON.stringify(capabilities).length <= MOST_CAPABILITY_BYTES) return capabilities;
  const names = Object.entries(capabilities).slice(0, 20);
  return Object.fromEntries(
    names.map(([name, value]): [string, Json] => [name.slice(0, 50), isJsonObject(value) ? {} : null]),
  );
}
