const PATTERN =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]{1,64})?(?:[Zz]|[+-]([0-9]{2}):?([0-9]{2}))$/;

/** Whether a text is a valid RFC 3339 timestamp. */
export function isTimestamp(text: string): boolean {
  const parts = PATTERN.exec(text)?.slice(1).map(Number);
  if (parts === undefined) return false;
  const [year, month, day, hour, minute, second, offsetHour = 0, offsetMinute = 0] = parts as [
    number,
    number,
    number,
    number,
    number,
    number,
    number?,
    number?,
  ];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return false;
  // Second 60 is a leap second.
  if (hour > 23 || minute > 59 || second > 60) return false;
  return !(offsetHour > 23 || offsetMinute > 59);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
