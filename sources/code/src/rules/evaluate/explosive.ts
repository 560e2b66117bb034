import { type Shape, type SignSet, shapeOf } from '../../regex/shape.js';

/**
 * Whether an expression can take a time that doubles with every sign of a text: inside a repetition there is another one
 * with nothing between two of its rounds, or there are alternatives that match the same.
 */
export function isExplosive(pattern: string): boolean {
  const shape = shapeOf(pattern);
  return shape !== undefined && hasExplosion(shape);
}

function hasExplosion(shape: Shape): boolean {
  switch (shape.is) {
    case 'sign':
    case 'place':
      return false;
    case 'sequence':
    case 'choice':
      return shape.of.some(hasExplosion);
    case 'repeat':
      return (shape.unbounded && isAmbiguous(shape.of)) || hasExplosion(shape.of);
  }
}

/** Whether several rounds of a body can match what one round matches. */
function isAmbiguous(body: Shape): boolean {
  const ways = waysOf(body);
  if (ways.some(way => way.some((part, at) => loops(part) && !isParted(way, at, signsOf(part))))) return true;
  return ways.some((one, at) => ways.some((other, index) => index > at && overlap(one, other)));
}

/** The sequences of which a shape is one. */
function waysOf(shape: Shape): readonly (readonly Shape[])[] {
  if (shape.is === 'choice') return shape.of.flatMap(waysOf).slice(0, 50);
  if (shape.is !== 'sequence') return [[shape]];
  const [only, ...rest] = shape.of.filter(({ is }) => is !== 'place');
  return only && rest.length === 0 ? waysOf(only) : [shape.of];
}

/** Whether something in a part goes round without end. */
function loops(part: Shape): boolean {
  if (part.is === 'repeat') return part.unbounded || loops(part.of);
  return (part.is === 'sequence' || part.is === 'choice') && part.of.some(loops);
}

/** Whether there is a part beside it that must be there, and whose signs are none of these. */
function isParted(way: readonly Shape[], at: number, signs: SignSet): boolean {
  return way.some((part, index) => (index === at ? inside(part, signs) : parts(part, signs)));
}

/** Whether the part that loops has in itself what parts its rounds. */
function inside(part: Shape, signs: SignSet): boolean {
  if (part.is === 'sequence') {
    const looping = part.of.filter(loops);
    return looping.every((each, at) => isParted(part.of, part.of.indexOf(each, at), signsOf(each)));
  }
  if (part.is === 'repeat' && part.least > 0 && !part.unbounded) return inside(part.of, signs);
  if (part.is === 'choice') return part.of.every(each => !loops(each) || inside(each, signs));
  return false;
}

function parts(part: Shape, signs: SignSet): boolean {
  switch (part.is) {
    case 'sign':
      return (part.set & signs) === 0n;
    case 'place':
      return false;
    case 'sequence':
      return part.of.some(each => parts(each, signs));
    case 'choice':
      return part.of.every(each => parts(each, signs));
    case 'repeat':
      return part.least > 0 && parts(part.of, signs);
  }
}

/** All signs that a shape may match somewhere. */
function signsOf(shape: Shape): SignSet {
  if (shape.is === 'sign') return shape.set;
  if (shape.is === 'place') return 0n;
  if (shape.is === 'repeat') return signsOf(shape.of);
  return shape.of.reduce((set, each) => set | signsOf(each), 0n);
}

/** Whether rounds of the shorter of two alternatives match, sign by sign, what the other matches. */
function overlap(one: readonly Shape[], other: readonly Shape[]): boolean {
  const [first, second] = [signs(one), signs(other)];
  if (!first || !second || first.length === 0 || second.length === 0) return false;
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  return long.length % short.length === 0 && long.every((set, at) => (set & short[at % short.length]!) !== 0n);
}

/** The sets of an alternative that is nothing but signs, or one sign that is repeated. */
function signs(way: readonly Shape[]): readonly SignSet[] | undefined {
  const found: SignSet[] = [];
  for (const part of way) {
    if (part.is === 'sign') found.push(part.set);
    else if (part.is === 'repeat' && part.of.is === 'sign' && part.unbounded && way.length === 1)
      found.push(part.of.set);
    else if (part.is !== 'place') return undefined;
  }
  return found;
}
