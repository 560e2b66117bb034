/** Nine digits distinguish any two single-precision numbers. */
const MOST_DIGITS = 9;

/**
 * A score with the fewest digits that read back as the same single-precision number; of those the nearest, and of two
 * that are equally near the even one.
 */
export function printScore(score: number): string {
  if (score === 0) return '0.0';
  const { digits, exponent } = shortest(score);
  if (exponent < -6 || exponent > 12) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    return `${digits[0]}${fraction}e${exponent}`;
  }
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${whole}.${digits.slice(exponent + 1) || '0'}`;
}

function shortest(score: number): { readonly digits: string; readonly exponent: number } {
  // A number of this size has fewer than one hundred digits, so this is exact.
  const [mantissa, power] = score.toExponential(100).split('e') as [string, string];
  const exact = mantissa.replace('.', '');
  for (let count = 1; count < MOST_DIGITS; count++) {
    const cut = rounded(exact, count, Number(power));
    if (Math.fround(Number(`${cut.digits[0]}.${cut.digits.slice(1)}e${cut.exponent}`)) === score) return stripped(cut);
  }
  return stripped(rounded(exact, MOST_DIGITS, Number(power)));
}

/** The first digits, rounded by those that follow; a tail of exactly one half goes to the even digit. */
function rounded(exact: string, count: number, exponent: number): { digits: string; exponent: number } {
  const head = exact.slice(0, count);
  const [next, rest] = [exact[count]!, exact.slice(count + 1)];
  const isHalf = next === '5' && /^0{0,100}$/.test(rest);
  const goesUp = isHalf ? Number(head[count - 1]) % 2 === 1 : next >= '5';
  if (!goesUp) return { digits: head, exponent };
  const up = String(BigInt(head) + 1n);
  // A carry past the first digit makes one digit more and the number ten times as large.
  return up.length > count ? { digits: up.slice(0, count), exponent: exponent + 1 } : { digits: up, exponent };
}

function stripped({ digits, exponent }: { digits: string; exponent: number }) {
  let end = digits.length;
  while (end > 1 && digits[end - 1] === '0') end -= 1;
  return { digits: digits.slice(0, end), exponent };
}
