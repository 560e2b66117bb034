import { spawn } from 'node:child_process';
import type { StopSignal } from '@concord/engine';
import { credentialFor, fileCredentials } from '../auth/credentials.js';
import { AuthFailure } from '../auth/failure.js';
import { type HttpDefinition, resourceOf } from '../auth/settings.js';
import type { Definition } from '../config/entry/definition.js';
import { connect } from '../connect/connect.js';
import { ConnectionProblem } from '../connection/connection.js';
import type { Person } from '../connection/options.js';
import type { RedirectListener } from './redirect-listener.js';

export interface LoginOptions {
  /** Where the tokens are kept. */
  readonly stateFolder: string;
  /** Whether a browser is opened; true when left out. */
  readonly openBrowser?: boolean;
  /** Called with the address of the page to sign in on, and whether a browser was opened for it. */
  readonly onUrl: (url: string, isOpen: boolean) => void;
  /** Gives the address the browser was sent back to, where it runs on another machine. */
  readonly pastedRedirect?: () => Promise<string>;
  readonly signal?: StopSignal;
  /** Milliseconds for all of it; 300,000 when left out, 0 for no limit. */
  readonly timeoutMs?: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** What became of a sign-in. */
export interface Login {
  /** Who signed the person in; undefined when the server asked nobody to. */
  readonly issuer?: string;
  readonly scope?: string;
}

const defaultTimeoutMs = 300_000;

/** Has a person sign in to a server and keeps the tokens. Rejects with a ConnectionProblem and nothing else. */
export async function login(definition: Definition, options: LoginOptions): Promise<Login> {
  const remote = httpOnly(definition);
  const { stateFolder, signal, env, timeoutMs = defaultTimeoutMs } = options;
  const { RedirectListener } = await import('./redirect-listener.js');
  const store = fileCredentials(stateFolder);
  const resource = resourceOf(remote);
  const before = credentialFor(await store.read(), resource);
  const listener = await RedirectListener.open(portOf(before?.redirectUrl));
  let asked = false;
  const person: Person = {
    redirectUrl: listener.url,
    authorize: url => {
      asked = true;
      return askPerson(url, listener, options);
    },
  };
  try {
    const connection = await connect(remote, {
      stateFolder,
      person,
      freshSignIn: true,
      startTimeoutMs: timeoutMs,
      ...(signal && { signal }),
      ...(env && { env }),
    });
    await connection.close();
    const credential = credentialFor(await store.read(), resource);
    const { issuer, tokens } = credential ?? {};
    if (issuer === undefined || (!asked && tokens?.accessToken === before?.tokens?.accessToken)) return {};
    return { issuer, ...(tokens?.scope !== undefined && { scope: tokens.scope }) };
  } finally {
    listener.close();
  }
}

/** The first answer counts: that of the browser, or what was pasted. */
async function askPerson(url: URL, listener: RedirectListener, options: LoginOptions): Promise<URL> {
  const arrival = listener.arrival(url.searchParams.get('state') ?? '');
  const isOpen = options.openBrowser !== false && (await openBrowser(url));
  options.onUrl(url.href, isOpen);
  const pasted = options.pastedRedirect?.().then(text => {
    const trimmed = text.trim();
    if (!URL.canParse(trimmed)) throw new AuthFailure('what was pasted is no address: paste all of the address bar');
    return new URL(trimmed);
  });
  return pasted === undefined ? arrival : Promise.race([arrival, pasted]);
}

/** The definition, if it is reached over HTTP; throws a ConnectionProblem otherwise. */
export function httpOnly(definition: Definition): HttpDefinition {
  if (definition.transport === 'http' || definition.transport === 'sse') return definition;
  const message = `${definition.name}: only servers behind a URL can be signed in to`;
  throw new ConnectionProblem('protocol', message, { hint: 'Its credentials go into "env" of its entry.' });
}

function portOf(url: string | undefined): number | undefined {
  return url !== undefined && URL.canParse(url) ? Number(new URL(url).port) || undefined : undefined;
}

/** The program that opens a page on each platform, and what comes before the address. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a page in the system's browser; false when that fails, or the address is not http(s). */
function openBrowser(url: URL): Promise<boolean> {
  if (!/^https?:$/.test(url.protocol)) return Promise.resolve(false);
  const [program, ...before] = openers[process.platform] ?? ['xdg-open'];
  return new Promise(resolve => {
    const child = spawn(program, [...before, url.href], { stdio: 'ignore', detached: true, shell: false });
    child.once('error', () => resolve(false));
    child.once('spawn', () => resolve(true));
    child.unref();
  });
}
