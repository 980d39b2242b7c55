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
/** `may` and `march` have other meanings if lowercase or first in a sentence. */
const MONTH =
  /(?<![\p{L}\p{N}])(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)([a-z]{0,6})(?![\p{L}\p{N}])/gu;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/g;
const ISO_DATE = /(?<!\d)((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?(?!\d)/g;
const LAST = /(?<![\p{L}\p{N}])last (month|year)(?![\p{L}\p{N}])/iu;
const NEAR_CHARACTERS = 12;
const MAX_PERIODS = 12;

export function findPeriods(text: string, { now }: { now: number }): readonly Period[] {
  const periods: Period[] = [];
  for (const [, year, month, day] of text.matchAll(ISO_DATE)) {
    if (Number(month) >= 1 && Number(month) <= 12)
      periods.push({ year: Number(year), month: Number(month), day: day ? Number(day) : undefined });
    if (periods.length >= MAX_PERIODS) return periods;
  }
  if (periods.length > 0) return periods;
  for (const match of text.matchAll(MONTH)) {
    const month = parseMonth(match[1] + (match[2] ?? ''));
    if (month === undefined || (match.index === 0 && /^ma/i.test(match[0]))) continue;
    periods.push({ month, ...findBeside(text, match.index, match.index + match[0].length) });
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

/** By year and month, because people often mention an event days later. */
export function isInPeriod(atMs: number, { year, month }: Period): boolean {
  const at = new Date(atMs);
  return (
    (year === undefined || at.getUTCFullYear() === year) &&
    (month === undefined || at.getUTCMonth() + 1 === month)
  );
}

function parseMonth(word: string): number | undefined {
  const lower = word.toLowerCase();
  const index = MONTHS.findIndex(
    (name) => name === lower || name.slice(0, 3) === lower || (lower === 'sept' && name === 'september'),
  );
  return index < 0 ? undefined : index + 1;
}

function findBeside(text: string, from: number, to: number): { day?: number; year?: number } {
  const before = text.slice(Math.max(0, from - NEAR_CHARACTERS), from);
  const after = text.slice(to, to + NEAR_CHARACTERS);
  const day =
    /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?: of)? $/.exec(before)?.[1] ??
    /^ (\d{1,2})(?:st|nd|rd|th)?(?!\d)/.exec(after)?.[1];
  const year = /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(after)?.[0];
  return {
    day: day !== undefined && Number(day) <= 31 ? Number(day) : undefined,
    year: year === undefined ? undefined : Number(year),
  };
}
