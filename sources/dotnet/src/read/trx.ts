import { decoded } from '../xml/xml-text.js';
import { type XmlToken, xmlTokens } from '../xml/xml-tokens.js';
import { outcomeOf, placeIn, spanMs, type TestOutcome } from './trx-values.js';

/** The result of one test. Each row of a data-driven test is a result; the test around them is not. */
export interface TestResult {
  /** With its class, and with the values of its row. */
  readonly test: string;
  readonly className: string;
  /** Class and method, as a filter names them. */
  readonly qualifiedName: string;
  readonly outcome: TestOutcome;
  readonly message?: string;
  readonly stack?: string;
  /** The first place in a file that the stack names. */
  readonly file?: string;
  readonly line?: number;
  readonly durationMs: number;
  readonly output?: string;
}

/** One file of results: those of an assembly. */
export interface TrxFile {
  readonly results: readonly TestResult[];
  /** The assembly's name, without its folder and extension. */
  readonly project?: string;
  readonly framework?: string;
}

interface Running {
  readonly attributes: ReadonlyMap<string, string>;
  readonly texts: Map<Text, string>;
  /** The result it is a row of. */
  readonly around: Running | undefined;
  hasRows: boolean;
}
type Text = 'message' | 'stack' | 'output';
type Open = Extract<XmlToken, { kind: 'open' }>;

/** Which text of a result an element has, by its name and that of the element around it. */
const texts: Readonly<Record<string, Text>> = {
  'ErrorInfo/Message': 'message',
  'ErrorInfo/StackTrace': 'stack',
  'Output/StdOut': 'output',
  'Output/StdErr': 'output',
  'TextMessages/Message': 'output',
};
const LONGEST = 32_768;

/** Reads a file of results as VSTest and Microsoft.Testing.Platform write them; undefined when it is broken or none. */
export function readTrx(xml: string): TrxFile | undefined {
  const reader = new TrxReader(xml);
  for (const token of xmlTokens(xml)) if (!reader.take(token)) return undefined;
  return reader.file();
}

class TrxReader {
  readonly #path: string[] = [];
  /** All in the order in which they begin, and those that have not ended. */
  readonly #found: Running[] = [];
  readonly #running: Running[] = [];
  readonly #methods = new Map<string, ReadonlyMap<string, string>>();
  #definition = '';
  #codeBase = '';

  constructor(private readonly xml: string) {}

  /** Whether the file is well-formed up to this token. */
  take(token: XmlToken): boolean {
    if (token.kind === 'open') {
      if (this.#path.length === 0 && token.name !== 'TestRun') return false;
      this.#open(token);
      this.#path.push(token.name);
      if (token.closed) this.#close();
    } else if (token.kind === 'close') this.#close();
    else if (token.kind === 'text' || token.kind === 'cdata') this.#text(token.kind, token.start, token.end);
    return token.kind !== 'fault';
  }

  file(): TrxFile {
    const { project, framework } = assemblyIn(this.#codeBase);
    return {
      results: this.#found.filter(each => !each.hasRows).map(each => this.#result(each)),
      ...(project !== undefined && { project }),
      ...(framework !== undefined && { framework }),
    };
  }

  #open({ name, attributes }: Open): void {
    if (name === 'UnitTestResult') {
      const around = this.#running.at(-1);
      if (around) around.hasRows = true;
      const result = { attributes, texts: new Map(), around, hasRows: false };
      this.#running.push(result);
      this.#found.push(result);
    } else if (name === 'UnitTest') this.#definition = attributes.get('id') ?? '';
    else if (name === 'TestMethod') {
      this.#methods.set(this.#definition, attributes);
      this.#codeBase ||= attributes.get('codeBase') ?? '';
    }
  }

  #close(): void {
    if (this.#path.pop() === 'UnitTestResult') this.#running.pop();
  }

  #text(kind: 'text' | 'cdata', start: number, end: number): void {
    const running = this.#running.at(-1);
    if (running === undefined) return;
    const which = texts[`${this.#path.at(-2)}/${this.#path.at(-1)}`];
    if (which === undefined) return;
    const raw = kind === 'cdata' ? this.xml.slice(start + 9, end - 3) : this.xml.slice(start, end);
    const before = running.texts.get(which) ?? '';
    const room = LONGEST - before.length;
    if (room <= 0) return;
    const more = (kind === 'cdata' ? raw : decoded(raw)) ?? '';
    const separator = which === 'output' && before !== '' && !before.endsWith('\n') ? '\n' : '';
    running.texts.set(which, before + (separator + more).slice(0, room));
  }

  #result(result: Running): TestResult {
    const { attributes, texts: found } = result;
    const name = attributes.get('testName') ?? '';
    const method = this.#methodOf(result) ?? (result.around && this.#methodOf(result.around));
    const className = withoutAssembly(method?.get('className') ?? '');
    const methodName = method?.get('name') ?? name;
    const [message, stack, output] = (['message', 'stack', 'output'] as const).map(each => found.get(each)?.trimEnd());
    return {
      test: qualified(className, name),
      className,
      qualifiedName: qualified(className, methodName),
      outcome: outcomeOf(attributes.get('outcome')),
      ...(message && { message }),
      ...(stack && { stack, ...placeIn(stack) }),
      durationMs: spanMs(attributes.get('duration')),
      ...(output && { output }),
    };
  }

  #methodOf({ attributes }: Running): ReadonlyMap<string, string> | undefined {
    return this.#methods.get(attributes.get('testId') ?? '');
  }
}

/** A class is written with its assembly by some: `Name.Space.Class, Assembly, Version=…`. */
const withoutAssembly = (className: string) => className.split(', ', 1)[0]!;

const qualified = (className: string, name: string) =>
  className === '' || name.startsWith(`${className}.`) ? name : `${className}.${name}`;

const FRAMEWORK = /^net(?:coreapp|standard)?\d{1,3}(?:\.\d{1,3})?(?:-[a-z]{1,20}[0-9.]{0,20})?$/i;

function assemblyIn(codeBase: string): { project?: string; framework?: string } {
  const parts = codeBase.split(/[\\/]/);
  const project = parts.pop()?.replace(/\.(?:dll|exe)$/i, '');
  const framework = parts.findLast(each => FRAMEWORK.test(each));
  return { ...(project && { project }), ...(framework !== undefined && { framework }) };
}
