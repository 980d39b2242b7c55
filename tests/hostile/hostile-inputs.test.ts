import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { FLOWS_AND_CODE } from './areas/flows.js';
import { MODELS } from './areas/models.js';
import { NAMES } from './areas/names.js';
import { PAGES } from './areas/pages.js';
import { SETTINGS } from './areas/settings.js';
import { SQL_TEXTS } from './areas/sql-texts.js';
import { TEXTS } from './areas/texts.js';

const AREAS = [...NAMES, ...TEXTS, ...PAGES, ...FLOWS_AND_CODE, ...MODELS, ...SETTINGS];

describe.each(AREAS)('$area', ({ inputs, holds }) => {
  test.each(inputs.map((input, index) => [index + 1, nameOf(input), input] as const))(
    '%i: %s -> holds',
    async (_number, _name, input) => {
      await holds(input as never);
    },
  );
});

describe('the table of SECURITY.md', () => {
  test('each area with its number of inputs, over 300 in total', () => {
    const policy = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8');
    const [, table = ''] = policy.split('## Hostile inputs');
    const told = [...table.matchAll(/^\| ([^|]+?) +\| +(\d+) +\|/gm)].map(([, area, count]) => [
      area,
      Number(count),
    ]);
    const counted = [
      ...AREAS.map(({ area, inputs }) => [area, inputs.length]),
      ['SQL in texts', SQL_TEXTS.length],
    ];
    expect(told).toEqual(counted);
    const sum = counted.reduce((all, [, count]) => all + Number(count), 0);
    expect(sum).toBeGreaterThanOrEqual(300);
    expect(policy).toContain(`${sum} hostile inputs`);
  });
});

function nameOf(input: unknown): string {
  if (typeof input === 'string') return JSON.stringify(input.slice(0, 60));
  try {
    return inspect(input, { depth: 1, maxArrayLength: 4, maxStringLength: 40, breakLength: Infinity }).slice(
      0,
      80,
    );
  } catch {
    return typeof input;
  }
}
