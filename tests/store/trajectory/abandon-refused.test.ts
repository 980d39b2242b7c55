import { describe, expect, test } from 'vitest';
import { abandonRefused } from '../../../store/trajectory/to-round.js';
import type { RecordedEdge, RecordedNode } from '../../../store/trajectory/round-rows.js';

describe('abandonRefused', () => {
  test('a refused answer, and another one -> later steps follow from its predecessor', () => {
    expect(edgesAfter(['0.0-1.0', '1.0-1.1', '1.0-1.2', '1.1-2.0', '1.2-2.0', '2.0-3.0'], [2])).toEqual([
      ...['0.0-1.0', '1.0-1.1', '1.0-1.2', '1.1-2.0', '1.2-2.0', '1.1-3.0', '1.2-3.0'],
    ]);
  });

  test('one that asked for tools that never ran -> they are abandoned with it', () => {
    expect(edgesAfter(['0.0-1.0', '1.0-1.1', '1.0-1.2', '1.1-2.0', '1.2-2.0'], [1])).toEqual([
      ...['0.0-1.0', '1.0-1.1', '1.0-1.2', '0.0-2.0'],
    ]);
  });

  test('both refused -> the second one is the end, and nothing is lost', () => {
    expect(edgesAfter(['0.0-1.0', '1.0-2.0'], [1, 2])).toEqual(['0.0-1.0', '0.0-2.0']);
  });

  test('none refused -> unchanged', () => {
    expect(edgesAfter(['0.0-1.0', '1.0-1.1', '1.1-1.-1', '1.1-2.0'], [])).toEqual([
      ...['0.0-1.0', '1.0-1.1', '1.1-1.-1', '1.1-2.0'],
    ]);
  });
});

function edgesAfter(edges: readonly string[], refused: readonly number[]): string[] {
  const nodes = refused.map((step) => ({ step, ordinal: 0, call: { isRefused: true } }) as RecordedNode);
  return abandonRefused({ nodes, edges: edges.map(toEdge) }).map(
    ({ from, to }) => `${from.step}.${from.ordinal}-${to.step}.${to.ordinal}`,
  );
}

function toEdge(text: string): RecordedEdge {
  const [from = '', to = ''] = text.split(/-(?=\d+\.-?\d+$)/);
  const place = (at: string) => {
    const [step = 0, ordinal = 0] = at.split('.').map(Number);
    return { step, ordinal };
  };
  return { executionId: 1, from: place(from), to: place(to), type: 'has_conclusion' };
}
