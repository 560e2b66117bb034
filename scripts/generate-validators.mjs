// Turns packages/contract/schemas/*.json into code under packages/contract/generated/: one validator and one constant per
// schema. Done ahead of time so that the package needs no schema compiler, and no import attributes, at run time.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv2020 from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const schemaFolder = join(root, 'packages/contract/schemas');
const targetFolder = join(root, 'packages/contract/generated');
const banner = '// Generated from the JSON Schemas by scripts/generate-validators.mjs.\n';

/** The runtime of ajv names itself for code generation, as text that looks like a `require`; nobody needs it here. */
const withoutSourceHints = {
  name: 'without-source-hints',
  setup({ onLoad }) {
    onLoad({ filter: /ajv[\\/]dist[\\/]runtime[\\/]/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/^\w+\.code = 'require.*$/m, ''),
    }));
  },
};

const schemas = readdirSync(schemaFolder)
  .filter(file => file.endsWith('.json'))
  .sort()
  .map(file => {
    const name = file.slice(0, -'.json'.length);
    return { name, identifier: camelCase(name), schema: JSON.parse(readFileSync(join(schemaFolder, file), 'utf8')) };
  });

const validators = await Promise.all(
  schemas.map(async ({ identifier, schema }) => `export const ${identifier} = ${await validatorExpression(schema)};\n`),
);

// The version stands in the package.json at the root; everything that says it reads it from here.
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
writeWhenChanged('version.js', `// Generated from package.json.\nexport const version = '${version}';\n`);
writeWhenChanged('version.d.ts', '// Generated from package.json.\nexport declare const version: string;\n');

writeWhenChanged('validators.js', `${banner}${validators.join('\n')}\n${byName()}`);
writeWhenChanged(
  'validators.d.ts',
  banner + validatorTypes(schemas.map(({ identifier }) => identifier)) + byNameType('Validator'),
);
writeWhenChanged('schemas.js', `${banner}${schemas.map(schemaConstant).join('\n')}\n${byName()}`);
writeWhenChanged(
  'schemas.d.ts',
  banner + schemaTypes(schemas.map(({ identifier }) => identifier)) + byNameType('Schema'),
);

/** A validator as one pure expression, so that a bundler drops those nobody imports. */
async function validatorExpression(schema) {
  // An array that begins with a fixed item and goes on is meant: `strictTuples` would refuse it.
  const ajv = new Ajv2020({ strict: true, strictTuples: false, code: { source: true, esm: true } });
  const contents = standaloneCode(ajv, ajv.compile(schema)).replace(/schemaPath:"(?:[^"\\]|\\.)*",/g, '');
  const bundle = await build({
    stdin: { contents, resolveDir: root, loader: 'js' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'error',
    plugins: [withoutSourceHints],
  });
  const [module] = bundle.outputFiles;
  const [exported, names] = /export\{([^}]*)\};\s*$/.exec(module.text) ?? [];
  const name = /([\w$]+) as default/.exec(names ?? '')?.[1];
  if (name === undefined) throw new Error('the bundled validator has no default export');
  const body = module.text.slice(0, -exported.length).replace(/^"use strict";/, '');
  return `/* @__PURE__ */ (() => {\n${body}return ${name};\n})()`;
}

function validatorTypes(identifiers) {
  const fault = `export interface Fault {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}
export interface Validator {
  (value: unknown): boolean;
  /** The faults of the last call. */
  errors?: readonly Fault[] | null;
}
`;
  return fault + identifiers.map(identifier => `export declare const ${identifier}: Validator;\n`).join('');
}

function schemaConstant({ identifier, schema }) {
  return `export const ${identifier} = ${JSON.stringify(schema, null, 2)};\n`;
}

function schemaTypes(identifiers) {
  const json = `export type Json = null | boolean | number | string | readonly Json[] | Schema;
export interface Schema {
  readonly [key: string]: Json;
}
`;
  return json + identifiers.map(identifier => `export declare const ${identifier}: Schema;\n`).join('');
}

/** All of them by the name of their file: the one list of names there is. */
function byName() {
  return `export const byName = {\n${schemas.map(({ name, identifier }) => `  '${name}': ${identifier},\n`).join('')}};\n`;
}

function byNameType(type) {
  return `export declare const byName: {\n${schemas.map(({ name }) => `  readonly '${name}': ${type};\n`).join('')}};\n`;
}

function camelCase(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}

/** Leaves an unchanged file alone: its time stamp is what incremental builds go by. */
function writeWhenChanged(name, text) {
  const path = join(targetFolder, name);
  mkdirSync(targetFolder, { recursive: true });
  if (read(path) !== text) writeFileSync(path, text);
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
