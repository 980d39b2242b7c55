import { describe, expect, test } from 'vitest';
import { formatStanding } from '../../../cli/history/format-standing.js';
import { createStyle } from '../../../cli/format/style.js';

const PLAIN = createStyle(false);

describe('formatStanding', () => {
  test('no standing requests -> prints that there are none', () => {
    expect(formatStanding([], PLAIN)).toBe('No standing requests');
  });

  test('a standing request in force, and an ended one of a parent thread -> a line each', () => {
    const said = { ordinal: 0, start: 0, end: 9, at: new Date('2026-03-01T10:00:00Z') };
    const lines = formatStanding(
      [
        {
          ...said,
          kind: 'instruction',
          text: 'Answer in German.',
          depth: 0,
          seq: 3,
          status: 'replaced',
          by: { depth: 1, seq: 7 },
        },
        {
          ...said,
          kind: 'preference',
          text: 'I prefer\u001b tea.',
          depth: 1,
          seq: 7,
          status: 'stands',
          by: null,
        },
      ],
      PLAIN,
    ).split('\n');
    expect(lines.slice(1).map((line) => line.trim().split(/\s{2,}/))).toEqual([
      ['#3', '2026-03-01', 'instruction', 'replaced by #7 at depth 1', 'Answer in German.'],
      ['#7 at depth 1', '2026-03-01', 'preference', 'stands', expect.stringContaining('tea.')],
    ]);
  });
});
