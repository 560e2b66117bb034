import type { Fault, Rule } from '../rule.js';
import { RuleFault } from './context.js';
import { type Located, type LocatedFile, readLocated } from './located.js';
import { Model, type Models, noModels } from './model.js';
import { readRule } from './rule.js';

/** The rules of files, and what is wrong with others. */
export interface RuleSet {
  readonly rules: readonly Rule[];
  readonly faults: readonly Fault[];
}

/** Reads the rules of one file. A faulty rule is told and left out; the others are there. */
export function readRules(text: string, path: string, models: Models = noModels): RuleSet {
  return rulesOf(readLocated(text), path, models);
}

/** The rules of a file that was parsed already. */
export function rulesOf({ documents, faults: syntax }: LocatedFile, path: string, models: Models): RuleSet {
  const rules: Rule[] = [];
  const faults: Fault[] = [];
  for (const { message, place } of syntax) faults.push({ kind: 'rule_syntax', message, path, ...place });
  if (documents.length === 0 && syntax.length === 0)
    faults.push({ kind: 'rule_syntax', message: 'the file is empty', path, line: 1, column: 1 });
  for (const document of documents) {
    const list = document.is === 'map' ? document.entries.get('rules') : document;
    if (list?.is !== 'list') {
      faults.push({ kind: 'rule_syntax', message: "the file has no list 'rules'", path, ...(list ?? document).place });
      continue;
    }
    const own = document.is === 'map' ? document.entries.get('sets') : undefined;
    const sets = own === undefined ? undefined : new Model(own, path, models);
    for (const item of list.items) {
      const tell = (fault: RuleFault) => faults.push(faultOf(fault, item, path));
      try {
        rules.push(readRule(item, path, { own: sets, models }, tell));
      } catch (error) {
        if (!(error instanceof RuleFault)) throw error;
        tell(error);
      }
    }
  }
  return { rules, faults };
}

function faultOf({ kind, message, place, path: elsewhere }: RuleFault, item: Located, path: string): Fault {
  const id = item.is === 'map' ? item.entries.get('id') : undefined;
  return { kind, message, path: elsewhere ?? path, ...(id?.is === 'text' && { rule_id: id.text }), ...place };
}
