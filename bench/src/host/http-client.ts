import { type ChildProcess, spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';

/** A client over one kept-alive connection, the same for every server. The server prints its address first. */
export class HttpClient {
  readonly #child: ChildProcess;
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  private constructor(child: ChildProcess, url: URL) {
    this.#child = child;
    this.#url = url;
  }

  static async start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<HttpClient> {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, CONCORD_NO_RECORDS: '1', ...env },
    });
    const url = await new Promise<string>(resolve => createInterface({ input: child.stdout! }).once('line', resolve));
    return new HttpClient(child, new URL(url));
  }

  post(body: string, headers: Readonly<Record<string, string>>): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = request(this.#url, { method: 'POST', agent: this.#agent, headers }, response => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.once('end', () => resolve(text));
      });
      sent.once('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
    this.#child.kill('SIGKILL');
  }
}
