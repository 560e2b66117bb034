/** A way to a server: what carries the messages, and which of the protocol's two eras they are of. */
export interface Route {
  readonly transport: 'stdio' | 'http';
  readonly era: 'handshake' | 'modern';
}

const routes: Readonly<Record<string, Route>> = {
  'stdio-handshake': { transport: 'stdio', era: 'handshake' },
  'stdio-modern': { transport: 'stdio', era: 'modern' },
  'http-handshake': { transport: 'http', era: 'handshake' },
  'http-modern': { transport: 'http', era: 'modern' },
};
const name = process.env.CONCORD_TEST_ROUTE || 'stdio-handshake';

/** The route that the tests of this run take; `CONCORD_TEST_ROUTE` names another. */
export const route: Route = routes[name] ?? unknown();

export const isModern = route.era === 'modern';
export const overHttp = route.transport === 'http';

/** The codes that differ between the eras. */
export const codes = isModern ? { notFound: -32602, outside: -32602 } : { notFound: -32601, outside: -32603 };

/** A value as `structuredContent` has it: the handshake eras know objects only. */
export const structured = (value: unknown) =>
  isModern || (typeof value === 'object' && !Array.isArray(value)) ? value : { result: value };

function unknown(): never {
  throw new Error(`CONCORD_TEST_ROUTE is '${name}'; it must be one of ${Object.keys(routes).join(', ')}`);
}
