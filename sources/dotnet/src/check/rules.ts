import { existsSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { isJsonObject, type Json } from '@concord/contract';
import { helpVerbs, helpWords } from '../argv/help-words.js';
import { templatePackage } from '../argv/template-package.js';
import { tokens } from '../argv/tokens.js';
import type { ValueRule } from '../table/table.js';
import { isDirectory } from './stats.js';

/** Why a value is refused: a fixed phrase for programs and a sentence for people. */
export interface Fault {
  readonly reason: string;
  readonly message: string;
}

/** Where a value is used. */
export interface Place {
  readonly parameter: string;
  readonly action: string;
  /** Where relative paths start from. */
  readonly directory: string;
}

/** The fault of a value; undefined when it has none. */
export type Rule = (value: Json, place: Place) => Fault | undefined;

const matching =
  (pattern: RegExp, reason: string, expected: string): Rule =>
  (value, { parameter }) =>
    pattern.test(String(value)) ? undefined : { reason, message: `Parameter '${parameter}' must be ${expected}` };

const framework =
  /^(?:net\d{1,3}\.\d{1,3}(?:-(?:windows|android|ios|maccatalyst|macos|tvos|tizen|browser)(?:\d{1,5}(?:\.\d{1,5}){0,3})?)?|netcoreapp\d{1,3}\.\d{1,3}|netstandard\d{1,3}\.\d{1,3}|net\d{2,3})$/i;

const projectFiles = new Set(['', '.csproj', '.fsproj', '.vbproj', '.proj', '.sln', '.slnx', '.slnf']);
const takesFileBasedApps = new Set(['Restore', 'Build', 'Run', 'Publish', 'Clean', 'Pack']);
const propertyName = /^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/;

const project: Rule = (value, { parameter, action, directory }) => {
  const extension = extname(String(value)).toLowerCase();
  if (projectFiles.has(extension) || (extension === '.cs' && takesFileBasedApps.has(action))) return undefined;
  const path = resolve(directory, String(value));
  if (isDirectory(path)) return undefined;
  return unsupportedExtension(parameter);
};

const solution: Rule = (value, { parameter }) =>
  /\.slnx?$/i.test(String(value)) ? undefined : unsupportedExtension(parameter);

const options: Rule = (value, { parameter }) =>
  /^[A-Za-z0-9 \t\-_.=:/,+~#]*$/.test(String(value)) ? undefined : invalidCharacters(parameter);

const appArgs: Rule = (value, { parameter }) =>
  tokens(String(value)) === undefined
    ? { reason: 'invalid format', message: `Parameter '${parameter}' has a quote that is never closed` }
    : undefined;

const properties: Rule = (value, { parameter }) => {
  const given = isJsonObject(value) ? Object.entries(value) : [];
  if (given.every(([name, each]) => propertyName.test(name) && typeof each === 'string')) return undefined;
  return {
    reason: 'invalid format',
    message: `Parameter '${parameter}' must be an object of strings whose keys are names of MSBuild properties`,
  };
};

const packageOfTemplates: Rule = (value, { parameter, directory }) => {
  const named = templatePackage(String(value));
  if (named === undefined)
    return {
      reason: 'invalid format',
      message: `Parameter '${parameter}' must be a package id, optionally with @version, or a path`,
    };
  if (!('path' in named) || existsSync(resolve(directory, named.path))) return undefined;
  return { reason: 'not found', message: `File or directory not found: ${named.path}` };
};

const dateTime: Rule = (value, { parameter }) => {
  const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
  if (form.test(String(value)) && !Number.isNaN(Date.parse(String(value)))) return undefined;
  return {
    reason: 'invalid format',
    message: `Parameter '${parameter}' must be a date and time with a zone, such as 2026-01-31T12:00:00Z`,
  };
};

const helpCommand: Rule = (value, { parameter }) =>
  helpWords(String(value)) === undefined
    ? {
        reason: 'invalid value',
        message: `Parameter '${parameter}' must be one of these commands, alone or with a subcommand: ${helpVerbs.join(', ')}`,
      }
    : undefined;

/** The value rules by name. Most of them leave it to the CLI to find out whether a file exists. */
export const valueRules: Readonly<Record<ValueRule, Rule>> = {
  project,
  solution,
  configuration: matching(
    /^[A-Za-z0-9_.-]{1,64}$/,
    'invalid value',
    'at most 64 letters, digits, dots, dashes and underscores, such as Release',
  ),
  framework: matching(framework, 'invalid format', 'a target framework such as net10.0 or net10.0-windows'),
  verbosity: matching(
    /^(?:q|quiet|m|minimal|n|normal|d|detailed|diag|diagnostic)$/i,
    'invalid value',
    'one of: q, quiet, m, minimal, n, normal, d, detailed, diag, diagnostic',
  ),
  runtime: matching(
    /^[a-z][a-z0-9]{0,63}(?:\.[0-9]{1,9}){0,9}(?:-[a-z0-9.]{1,64}){0,3}$/i,
    'invalid value',
    'a runtime identifier such as linux-x64',
  ),
  platform: matching(/^[a-z0-9-]{1,32}$/, 'invalid value', 'at most 32 lower-case letters, digits and dashes'),
  packageId: matching(
    /^(?=.{1,100}$)[A-Za-z0-9_]{1,100}(?:[.-][A-Za-z0-9_]{1,100}){0,49}$/,
    'invalid format',
    'at most 100 letters, digits and underscores, joined by single dots or dashes',
  ),
  version: matching(/^[0-9A-Za-z.*+\-[\](), ]{1,64}$/, 'invalid format', 'a version such as 1.2.3'),
  sdkVersion: matching(
    /^\d{1,5}\.\d{1,5}\.\d{1,5}(?:-[0-9A-Za-z.-]{1,64})?$/,
    'invalid format',
    'a full version such as 10.0.100',
  ),
  template: matching(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
    'invalid format',
    'the short name of a template, such as console',
  ),
  options,
  appArgs,
  properties,
  propertyName: matching(propertyName, 'invalid format', 'a name of letters, digits, dots, dashes and underscores'),
  templatePackage: packageOfTemplates,
  workloadId: matching(/^[A-Za-z0-9_-]{1,64}$/, 'invalid format', 'a list of workload ids, such as wasm-tools'),
  dateTime,
  helpCommand,
};

/** The contract's words for characters that a value must not have. */
export function invalidCharacters(parameter: string): Fault {
  return { reason: 'invalid characters', message: `Parameter '${parameter}' contains invalid characters` };
}

function unsupportedExtension(parameter: string): Fault {
  return { reason: 'invalid extension', message: `Parameter '${parameter}' has an unsupported extension` };
}
