import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type RuleSet, readRules, rulesOf } from '../rules/read/rules.js';
import type { Fault, Rule } from '../rules/rule.js';
import { builtInModels, builtInRules, isParsed, parsedFiles } from './built-in-rules.js';
import { ioFault } from './walk.js';

const MOST_BYTES = 20 * 1_048_576;

/** Reads rules of files and folders. An id that stands twice counts once, as it was read first. */
export function loadRules(cwd: string, paths: readonly string[]): RuleSet {
  const rules: Rule[] = [];
  const faults: Fault[] = [];
  const seen = new Map<string, string>();
  const readOne = (absolute: string, shown: string, isNamed: boolean) => {
    let text: string;
    try {
      if (statSync(absolute).size > MOST_BYTES) {
        faults.push({ kind: 'too_large', message: 'the file of rules is larger than 20 MiB', path: shown });
        return;
      }
      text = readFileSync(absolute, 'utf8').replace(/^\ufeff/, '');
    } catch (error) {
      faults.push(ioFault(error, shown));
      return;
    }
    // Other files may lie beside those of rules.
    if (!isNamed && !/^\s{0,20}(?:rules\s*:|["']rules["']\s*:)|[{,\n]\s*["']?rules["']?\s*:/.test(text)) return;
    take(readRules(text, shown, builtInModels), shown);
  };
  const take = (set: RuleSet, shown: string) => {
    faults.push(...set.faults);
    for (const rule of set.rules) {
      const before = seen.get(rule.id);
      if (before === rule.hash) continue;
      if (before !== undefined && !rules.some(each => each.id === rule.id && each.path === rule.path)) {
        const message = `the id '${rule.id}' stands in another file of rules too`;
        faults.push({ kind: 'rule_syntax', message, path: shown, rule_id: rule.id, ...rule.place });
        continue;
      }
      seen.set(rule.id, rule.hash);
      rules.push(rule);
    }
  };
  for (const given of paths) {
    const absolute = resolve(cwd, given);
    const facts = statSync(absolute, { throwIfNoEntry: false });
    if (!facts) faults.push({ kind: 'io', message: 'there is no such file or folder of rules', path: given });
    else if (!facts.isDirectory()) readOne(absolute, given, true);
    else if (absolute === resolve(builtInRules()) && isParsed())
      for (const [name, file] of parsedFiles())
        take(rulesOf(file, join(given, name), builtInModels), join(given, name));
    else {
      const before = rules.length + faults.length;
      for (const name of ruleFilesIn(absolute, 0)) readOne(join(absolute, name), join(given, name), false);
      if (rules.length + faults.length === before && seen.size === 0)
        faults.push({ kind: 'io', message: 'there is no file of rules in this folder', path: given });
    }
  }
  return { rules, faults };
}

/** Files of rules below a folder, in order. Test files and hidden folders are left out. */
export function ruleFilesIn(folder: string, depth: number): string[] {
  if (depth > 40) return [];
  let entries: import('node:fs').Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(entry => {
      if (entry.name.startsWith('.')) return [];
      if (entry.isDirectory())
        return ruleFilesIn(join(folder, entry.name), depth + 1).map(name => join(entry.name, name));
      const isRules = /\.(?:ya?ml|json)$/.test(entry.name) && !/\.(?:test|fixed)\.(?:ya?ml|json)$/.test(entry.name);
      return isRules ? [entry.name] : [];
    });
}
