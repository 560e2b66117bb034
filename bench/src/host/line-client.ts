import { type ChildProcess, spawn } from 'node:child_process';

/** A client as plain as can be, the same for every server: writes a line, waits for the answer with its id. */
export class LineClient {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (message: unknown) => void>();
  readonly #notices = new Map<string, () => void>();
  #rest = '';
  #id = 0;

  /** `args` are those of Node: options, then the server. */
  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.#child = spawn(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, CONCORD_NO_RECORDS: '1', ...env },
    });
    this.#child.stdout!.setEncoding('utf8').on('data', (chunk: string) => this.#receive(chunk));
  }

  request(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#id;
    const answer = new Promise(resolve => this.#waiting.set(id, resolve));
    this.#child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answer;
  }

  /** Sends several requests in one write and gives their answers, in the order of the requests. */
  requestAll(requests: readonly (readonly [method: string, params: unknown])[]): Promise<unknown>[] {
    const numbered = requests.map(([method, params]) => ({ jsonrpc: '2.0', id: ++this.#id, method, params }));
    const answers = numbered.map(({ id }) => new Promise(resolve => this.#waiting.set(id, resolve)));
    this.#child.stdin!.write(numbered.map(request => `${JSON.stringify(request)}\n`).join(''));
    return answers;
  }

  notify(method: string): void {
    this.#child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', method })}\n`);
  }

  async initialize(): Promise<this> {
    const clientInfo = { name: 'bench', version: '1.0.0' };
    await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.notify('notifications/initialized');
    return this;
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }

  /** The next notification of this kind. */
  notice(method: string): Promise<void> {
    return new Promise(resolve => this.#notices.set(method, resolve));
  }

  #heard({ method = '' }: { method?: string }): void {
    this.#notices.get(method)?.();
    this.#notices.delete(method);
  }

  #receive(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop()!;
    for (const line of lines) {
      const message = JSON.parse(line) as { id?: number; method?: string };
      if (message.id === undefined) {
        this.#heard(message);
        continue;
      }
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    }
  }
}
