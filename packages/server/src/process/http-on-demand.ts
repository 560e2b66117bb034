import type { HttpProcessOptions } from './http.js';

/** Serves over HTTP until told to end, and gives the exit code. What only HTTP needs is loaded here, so that stdio starts sooner. */
export async function serveHttpProcess(options: HttpProcessOptions): Promise<number> {
  const http = await import('./http.js');
  return http.serveHttpProcess(options);
}
