import type { Json, JsonObject } from '@concord/contract';
import { version } from '@concord/contract/version';
import type { GroupLeader, StopSignal } from '@concord/engine';
import type { Definition } from '../config/entry/definition.js';
import type { Era } from './connection.js';

/** Answers one kind of request from a server; what it throws goes back as a JSON-RPC error. */
export type ServerRequestHandler = (params: JsonObject) => Promise<JsonObject> | JsonObject;

/** A person who can sign in on a page in a browser. */
export interface Person {
  /** Where the browser is sent back to. */
  readonly redirectUrl: string;
  /** Sends the person to a page and gives the address they came back to, with all its parameters. */
  authorize(url: URL): Promise<URL>;
}

/** How far connecting has got, and a hint for when it takes too long. */
export interface DialProgress {
  readonly phase: 'start' | 'handshake';
  readonly hint?: string;
  readonly stderrTail?: readonly string[];
}

/** Processes of servers that were started before the rest of the program was loaded. */
export interface StartedServers {
  /** The process of that definition, once; undefined when there is none. */
  take(definition: Extract<Definition, { transport: 'stdio' }>): GroupLeader | undefined;
}

/** What a caller may decide about a connection besides the definition of its server. */
export interface ConnectOptions {
  /** Cancels connecting; an open connection is ended with `close`. */
  readonly signal?: StopSignal;
  /** Called, when connecting begins, with a function that tells how far it has got. */
  readonly onDialling?: (progress: () => DialProgress) => void;
  /** Called when the server's process runs, or the way to its address is open, before the handshake. */
  readonly onStarted?: () => void;
  /** Whether a server that answers nothing while requests wait is pinged, and ended when that has no answer either. */
  readonly detectsSilence?: boolean;
  /** Whether all requests are one person's, who may read all that the server writes to stderr; without it only a client that has the server alone may. */
  readonly isOnePersons?: boolean;
  /** Milliseconds for start and handshake together, retries included. Wins over the definition's; 60,000 without either. */
  readonly startTimeoutMs?: number;
  /** The era of the last connection to this server, which is tried first unless the definition pins one. */
  readonly lastEra?: Era;
  /** A line the server wrote to stderr, redacted. */
  readonly onServerLog?: (line: string) => void;
  /** Whether `onServerLog` is to be called now; always, when left out. */
  readonly wantsServerLog?: () => boolean;
  /** A line on stdout that is no message, or a message that answers no request, redacted. */
  readonly onJunk?: (line: string) => void;
  /** A warning for the user, one line. */
  readonly onWarning?: (text: string) => void;
  /** Every notification but progress, which goes to the request it is about. */
  readonly onNotification?: (method: string, params: JsonObject) => void;
  /** Answers to requests from the server, by method; every other method but `ping` is answered with -32601. */
  readonly handlers?: Readonly<Record<string, ServerRequestHandler>>;
  /** Further requests from the server that are answered by `onAsked` of the request they are about. */
  readonly asks?: readonly string[];
  /** Called when the server asks something of `asks`. */
  readonly onQuestion?: () => void;
  /** Details of the capabilities that `handlers` stand for, such as `{elicitation: {url: {}}}`. */
  readonly capabilities?: JsonObject;
  readonly clientInfo?: { readonly name: string; readonly version: string };
  /** Processes of servers that were started before; one that fits is used in place of a new one. */
  readonly startedServers?: StartedServers;
  /** When a server that is a process gets a reaper, which ends it if this process is gone: 0 is at once; 1,000 when left out. */
  readonly reaperDelayMs?: number;
  /** Where tokens of earlier sign-ins are kept; without it none are used. */
  readonly stateFolder?: string;
  /** Who can sign in; without a person, a server that asks for it is kind `unauthenticated`. */
  readonly person?: Person;
  /** Further headers of each request over HTTP, made of its path and body. */
  readonly sign?: (path: string, body: string) => Readonly<Record<string, string>>;
  /** Whether stored tokens are not used. */
  readonly freshSignIn?: boolean;
  /** Where limits (`MCP_MAX_MESSAGE_BYTES`) and proxies are read from; the process's own when left out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** How the client calls itself unless it is told otherwise. */
export const defaultClientInfo = { name: 'concord', version } as const;

const defaultMaxMessageBytes = 64 * 2 ** 20;

/** The most bytes one message from a server may have. */
export function maxMessageBytes(env: ConnectOptions['env'] = process.env): number {
  const given = Number(env.MCP_MAX_MESSAGE_BYTES);
  return Number.isSafeInteger(given) && given > 0 ? given : defaultMaxMessageBytes;
}

/** The client capabilities that the handlers and questions stand for. */
export function capabilitiesOf({ handlers = {}, asks = [], capabilities = {} }: ConnectOptions): JsonObject {
  const announced = Object.entries(capabilityByMethod).filter(
    ([method]) => Object.hasOwn(handlers, method) || asks.includes(method),
  );
  return Object.fromEntries(announced.map(([, name]): [string, Json] => [name, capabilities[name] ?? {}]));
}

const capabilityByMethod: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};
