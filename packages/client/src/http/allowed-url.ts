import type { Definition } from '../config/entry/definition.js';
import type { Problems } from '../connection/problems.js';
import { isLoopback } from '../network/loopback.js';

/** The address of a server, refused unless it is https, loopback, or plain http that was asked for. */
export function allowedUrl(definition: Extract<Definition, { transport: 'http' | 'sse' }>, problems: Problems): URL {
  const url = URL.canParse(definition.url) ? new URL(definition.url) : undefined;
  const { server } = problems;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw problems.make('unreachable', `${server}: not an http or https address: ${definition.url}`, {
      phase: 'start',
    });
  }
  if (url.protocol === 'http:' && !definition.allowHttp && !isLoopback(url.hostname)) {
    const message = `${server}: plain http to ${url.hostname} is refused, everything sent could be read on the way`;
    throw problems.make('unreachable', message, { phase: 'start', hint: 'Use https, or allow it with --allow-http.' });
  }
  return url;
}
