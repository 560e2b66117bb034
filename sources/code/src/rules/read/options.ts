import type { RuleOptions } from '../rule.js';
import { type RuleFault, syntaxFault, unsupported } from './context.js';
import type { LocatedMap } from './located.js';

/** Options of rules, each with what its value must be. */
const known = {
  constant_propagation: 'boolean',
  symbolic_propagation: 'boolean',
  vardef_assign: 'boolean',
  flddef_assign: 'boolean',
  attr_expr: 'boolean',
  arrow_is_function: 'boolean',
  let_is_var: 'boolean',
  ac_matching: 'boolean',
  commutative_boolop: 'boolean',
  commutative_compop: 'boolean',
  symmetric_eq: 'boolean',
  implicit_return: 'boolean',
  implicit_deep_exprstmt: 'boolean',
  implicit_ellipsis: 'boolean',
  xml_attrs_implicit_ellipsis: 'boolean',
  xml_singleton_loose_matching: 'boolean',
  xml_children_ordered: 'boolean',
  go_deeper_expr: 'boolean',
  go_deeper_stmt: 'boolean',
  cpp_parsing_pref: 'string',
  decorators_order_matters: 'boolean',
  unify_ids_strictly: 'boolean',
  taint_assume_safe_functions: 'boolean',
  taint_assume_safe_indexes: 'boolean',
  taint_assume_safe_comparisons: 'boolean',
  taint_assume_safe_booleans: 'boolean',
  taint_assume_safe_numbers: 'boolean',
  taint_only_propagate_through_assignments: 'boolean',
  taint_unify_mvars: 'boolean',
  taint_match_on: 'string',
  taint_focus_on: 'string',
  taint_intrafile: 'boolean',
  guarded_taint_signatures: 'boolean',
  interfile: 'boolean',
  generic_ellipsis_max_span: 'number',
  generic_comment_style: 'string',
  generic_engine: 'string',
} as const;

/** Reads the options of a rule. An option that is not known is told; the rule goes on without it. */
export function readOptions(map: LocatedMap | undefined, tell: (fault: RuleFault) => void): RuleOptions {
  const read: Record<string, unknown> = {};
  for (const [name, value] of map?.entries ?? []) {
    const expected = Object.hasOwn(known, name) ? known[name as keyof typeof known] : undefined;
    if (!expected)
      tell(unsupported(`the option '${name.slice(0, 60)}' is not supported`, { place: map!.keys.get(name)! }));
    else if (value.is !== 'text' || typeof value.value !== expected)
      throw syntaxFault(`the option '${name}' must be a ${expected}`, value);
    else if (name === 'generic_engine' && value.text !== 'spacegrep')
      throw unsupported(`the engine '${value.text.slice(0, 40)}' for generic patterns is not supported`, value);
    // An older name of the same option.
    else if (name === 'taint_match_on') read.taint_focus_on = value.value;
    else read[name] = value.value;
  }
  return read as RuleOptions;
}
