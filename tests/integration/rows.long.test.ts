import { expect, inject, test, describe } from 'vitest';
import { measureRows } from '../../packages/lab/bench/rows/measure-rows.js';

const TURNS = 50_000;

describe('statements of lists, looks and deletions', () => {
  test(`${TURNS} turns -> no table is read as a whole, and no statement reads more pages than its bound`, async () => {
    const measured = await measureRows(inject('environment'), { turns: TURNS, onProgress: () => undefined });
    const scanned = measured.filter(({ scanned }) => scanned.length > 0);
    expect(scanned.map(({ name, scanned }) => `${name}: ${scanned.join(', ')}`)).toEqual([]);
    const over = measured.filter(({ buffers, maxPages }) => buffers > maxPages);
    expect(over.map(({ name, buffers, maxPages }) => `${name}: ${buffers} > ${maxPages}`)).toEqual([]);
  }, 600_000);
});
