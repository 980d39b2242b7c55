/** A time that a question names: a year, a month of any or of one year, a day. Months are 1 to 12. */
export interface Period {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
/** `may` and `march` are words as well: as months they are written with a capital, and not first in the sentence. */
const MONTH =
  /(?<![\p{L}\p{N}])(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)([a-z]{0,6})(?![\p{L}\p{N}])/gu;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/g;
const ISO_DATE = /(?<!\d)((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?(?!\d)/g;
const LAST = /(?<![\p{L}\p{N}])last (month|year)(?![\p{L}\p{N}])/iu;
/** A year or a day belongs to a month when it stands this near, in characters. */
const NEAR_CHARACTERS = 12;
/** A question has no more; a pasted calendar is no question. */
const MAX_PERIODS = 12;

/**
 * The times that a text names by month, by day and month, by year alone, or as last month or last year from `now`;
 * at most twelve.
 */
export function findPeriods(text: string, { now }: { now: number }): readonly Period[] {
  const periods: Period[] = [];
  for (const [, year, month, day] of text.matchAll(ISO_DATE)) {
    if (Number(month) >= 1 && Number(month) <= 12)
      periods.push({ year: Number(year), month: Number(month), ...(day && { day: Number(day) }) });
    if (periods.length >= MAX_PERIODS) return periods;
  }
  if (periods.length > 0) return periods;
  for (const match of text.matchAll(MONTH)) {
    const month = monthOf(match[1] + (match[2] ?? ''));
    if (month === undefined || (match.index === 0 && /^ma/i.test(match[0]))) continue;
    periods.push({ month, ...around(text, match.index, match.index + match[0].length) });
    if (periods.length >= MAX_PERIODS) return periods;
  }
  if (periods.length > 0) return periods;
  const years = new Set([...text.matchAll(YEAR)].map(([year]) => Number(year)));
  if (years.size > 0) return [...years].slice(0, MAX_PERIODS).map((year) => ({ year }));
  return relativePeriods(text, new Date(now));
}

function relativePeriods(text: string, now: Date): Period[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  switch (LAST.exec(text)?.[1]?.toLowerCase()) {
    case 'month':
      return [month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 }];
    case 'year':
      return [{ year: year - 1 }];
    default:
      return [];
  }
}

/** Whether a moment lies in the period, in UTC; of a day its month is meant, for it is told of later too. */
export function isInPeriod(atMs: number, { year, month }: Period): boolean {
  const at = new Date(atMs);
  return (
    (year === undefined || at.getUTCFullYear() === year) &&
    (month === undefined || at.getUTCMonth() + 1 === month)
  );
}

function monthOf(word: string): number | undefined {
  const lower = word.toLowerCase();
  const index = MONTHS.findIndex(
    (name) => name === lower || name.slice(0, 3) === lower || (lower === 'sept' && name === 'september'),
  );
  return index < 0 ? undefined : index + 1;
}

/** Day and year beside a month: `5 July 2023`, `July 5th, 2023`. */
function around(text: string, from: number, to: number): { day?: number; year?: number } {
  const before = text.slice(Math.max(0, from - NEAR_CHARACTERS), from);
  const after = text.slice(to, to + NEAR_CHARACTERS);
  const day =
    /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?: of)? $/.exec(before)?.[1] ??
    /^ (\d{1,2})(?:st|nd|rd|th)?(?!\d)/.exec(after)?.[1];
  const year = /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(after)?.[0];
  return { ...(day && Number(day) <= 31 && { day: Number(day) }), ...(year && { year: Number(year) }) };
}
