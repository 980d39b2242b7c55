import { describe, inject, test } from 'vitest';
import { FAULT_POINTS, type FaultPoint } from '../../activities/fault-points.js';
import { runCrashCase } from './crash-case.js';

/** A turn passes no settling: only one that failed does. */
const POINTS = FAULT_POINTS.filter((point) => point !== 'settleTurn.before');

/** Of a turn with one tool step: planned, called and stored twice. */
const POINTS_PASSED_TWICE = new Set<FaultPoint>(
  POINTS.filter((point) => point.startsWith('callModel') || point.startsWith('trimContext')),
);

describe('crash matrix', () => {
  for (const point of POINTS)
    for (const action of ['kill', 'cut'] as const)
      for (const nth of POINTS_PASSED_TWICE.has(point) ? [1, 2] : [1])
        test(`${action} at ${point}, pass ${nth} -> every turn answered once, rows once, the reader's text right`, () =>
          runCrashCase(inject('environment'), { point, action, nth }));
});
