import { spawn } from 'node:child_process';

/** The program that opens a page on each platform, and what comes before the address. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a page in the system's browser; false when that fails, or the address is not http(s). */
export function openBrowser(url: URL): Promise<boolean> {
  if (!/^https?:$/.test(url.protocol)) return Promise.resolve(false);
  const [program, ...before] = openers[process.platform] ?? ['xdg-open'];
  return new Promise(resolve => {
    const child = spawn(program, [...before, url.href], { stdio: 'ignore', detached: true, shell: false });
    child.once('error', () => resolve(false));
    child.once('spawn', () => resolve(true));
    child.unref();
  });
}
