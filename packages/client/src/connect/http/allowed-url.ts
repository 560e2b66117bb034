import type { Definition } from '../../config/definition.js';
import type { Problems } from '../problems.js';

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

/** True for the names and addresses of this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
