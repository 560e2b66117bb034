import { typeOfExpression } from '../names/types.js';
import { Kind, Role } from '../syntax/kinds.js';
import { childAs, NONE } from '../syntax/tree.js';
import type { Walk } from './walk.js';

const BOOLEAN = /^(?:bool|boolean|Boolean)$/;
const NUMBER =
  /^(?:u?int(?:8|16|32|64)?|u?long|u?short|s?byte|float(?:32|64)?|double|decimal|Byte|Short|Integer|Long|Float|Double|number|bigint|BigInteger|BigDecimal)$/;
const NUMBER_CLASS = /^(?:Byte|Short|Integer|Long|Float|Double)$/;
const NUMBER_MEMBERS = /^(?:length|Length|Count)$/;
const NUMBER_METHODS = /^(?:compareTo|compareToIgnoreCase|indexOf|lastIndexOf|length|hashCode|IndexOf|CompareTo)$/;
const BOOLEAN_METHODS =
  /^(?:equals|equalsIgnoreCase|isEmpty|isBlank|contains|startsWith|endsWith|matches|Equals|Contains|StartsWith|EndsWith|includes|startswith|endswith|isdigit)$/;

/** Whether a value is a number or a truth, of which the rule says that they do no harm. */
export function isSafeType({ tree, names, options }: Walk, node: number): boolean {
  const numbers = options.taint_assume_safe_numbers === true;
  const booleans = options.taint_assume_safe_booleans === true;
  const at = tree.kind[node] === Kind.Parameter ? childAs(tree, node, Role.Name) : node;
  if (at === NONE) return false;
  if (tree.kind[at] === Kind.Member) {
    return numbers && NUMBER_MEMBERS.test(tree.value[childAs(tree, at, Role.Property)] ?? '');
  }
  if (tree.kind[at] === Kind.Call) {
    const callee = childAs(tree, at, Role.Callee);
    if (callee !== NONE && tree.kind[callee] === Kind.Member) {
      const name = tree.value[childAs(tree, callee, Role.Property)] ?? '';
      const object = tree.value[childAs(tree, callee, Role.Object)] ?? '';
      if (numbers && (NUMBER_METHODS.test(name) || (NUMBER_CLASS.test(object) && /^(?:valueOf|parse)/.test(name))))
        return true;
      if (booleans && BOOLEAN_METHODS.test(name)) return true;
    }
  }
  const type = typeOfExpression(tree, names, at);
  if (!type) return false;
  const name = 'builtIn' in type ? type.builtIn : (tree.value[type.node] ?? '');
  return (numbers && NUMBER.test(name)) || (booleans && BOOLEAN.test(name));
}
