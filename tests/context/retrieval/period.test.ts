import { describe, expect, test } from 'vitest';
import { findPeriods, isInPeriod } from '../../../context/retrieval/period.js';

describe('findPeriods', () => {
  test.each([
    ['What happened in July 2023?', [{ month: 7, year: 2023 }]],
    ['On 5 July, 2023?', [{ month: 7, day: 5, year: 2023 }]],
    ['What did she do on July 5th?', [{ month: 7, day: 5 }]],
    ['Between Sept and October', [{ month: 9 }, { month: 10 }]],
    ['the meeting of 2024-05-01', [{ year: 2024, month: 5, day: 1 }]],
    ['What did we plan last month?', [{ year: 2023, month: 12 }]],
    ['Where was she last year?', [{ year: 2023 }]],
    ['blast years, last months', []],
    ['during 2022', [{ year: 2022 }]],
    ['May I ask something?', []],
    ['Marching on, may be, maybe', []],
    ['Room 99 costs 12000', []],
  ])('%s -> %j', (text, periods) => {
    expect(findPeriods(text, { now: Date.UTC(2024, 0, 15) })).toEqual(periods);
  });

  test('a pasted calendar -> twelve at most', () => {
    expect(findPeriods('3 July 2023, '.repeat(5_000), { now: 0 })).toHaveLength(12);
  });
});

describe('isInPeriod', () => {
  test('month of any year, month of one year -> by the calendar in UTC', () => {
    const at = Date.UTC(2023, 6, 31, 23, 59);
    expect(isInPeriod(at, { month: 7 })).toBe(true);
    expect(isInPeriod(at, { month: 7, year: 2024 })).toBe(false);
    expect(isInPeriod(at, { year: 2023 })).toBe(true);
  });
});
