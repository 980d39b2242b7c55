import { describe, expect, test } from 'vitest';
import { arrangeRows, type StoredRow } from '../../../trajectory/waterfall/arrange-rows.js';
import { describeCall } from '../../../trajectory/waterfall/describe-row.js';
import { timeSpan, toShare } from '../../../trajectory/waterfall/time-span.js';

describe('arrangeRows', () => {
  test('calls and tools under nodes -> parents first, in order of time, with sums', () => {
    const rows = arrangeRows([
      row('execution:e', { kind: 'execution', at: 0, end: 100 }),
      row('node:e/late', { parentId: 'execution:e', at: 50, end: 60 }),
      row('node:e/early', { parentId: 'execution:e', at: 10, end: 40 }),
      row('call:e/1', { parentId: 'node:e/early', at: 10, end: 20, inputTokens: 5, cost: '0.1' }),
      row('tool:e/1.1', { parentId: 'call:e/1', at: 20, end: 30, outputTokens: 2, cost: '0.2' }),
    ]);
    expect(rows.map(({ id, depth }) => [id, depth])).toEqual([
      ['execution:e', 0],
      ['node:e/early', 1],
      ['call:e/1', 2],
      ['tool:e/1.1', 3],
      ['node:e/late', 1],
    ]);
    expect(rows[0]).toMatchObject({ tokens: 7, below: 4 });
    expect(rows[0]!.cost).toBeCloseTo(0.3);
    expect(rows[4]).toMatchObject({ tokens: 0, cost: null, below: 0 });
  });

  test('runs of a nested loop -> a row per item, with their total time and worst status', () => {
    const inLoop = { executionId: 'e', kind: 'node' as const };
    const rows = arrangeRows([
      row('node:e/outer', { ...inLoop, nodeId: 'outer', iteration: '', at: 0, end: 90 }),
      row('node:e/inner/1', { ...inLoop, nodeId: 'inner', loopId: 'outer', iteration: '1', at: 40, end: 80 }),
      row('node:e/step/1.0', {
        ...inLoop,
        nodeId: 'step',
        loopId: 'inner',
        iteration: '1.0',
        at: 41,
        end: 50,
        status: 'failed',
      }),
      row('node:e/step/1.1', {
        ...inLoop,
        nodeId: 'step',
        loopId: 'inner',
        iteration: '1.1',
        at: 50,
        end: null,
        status: 'running',
      }),
    ]);
    expect(
      rows.map(({ label, depth, startMs, endMs, status }) => [label, depth, startMs, endMs, status]),
    ).toEqual([
      ['node:e/outer', 0, 0, 90, 'completed'],
      ['Item 1', 1, 40, 80, 'completed'],
      ['node:e/inner/1', 2, 40, 80, 'completed'],
      ['Item 1.0', 3, 41, 50, 'failed'],
      ['node:e/step/1.0', 4, 41, 50, 'failed'],
      ['Item 1.1', 3, 50, null, 'running'],
      ['node:e/step/1.1', 4, 50, null, 'running'],
    ]);
  });

  test('repeated rows, unknown parents, cycles -> each row once', () => {
    const rows = arrangeRows([
      row('a', { parentId: 'b' }),
      row('b', { parentId: 'a' }),
      row('b', { parentId: 'a' }),
      row('own', { parentId: 'own' }),
      row('below', { parentId: 'a' }),
      row('lost', { parentId: 'nowhere' }),
    ]);
    expect(rows.map(({ id }) => id).sort()).toEqual(['a', 'b', 'below', 'lost', 'own']);
  });

  test('a chain of 100,000 rows -> no stack overflow', () => {
    const chain = Array.from({ length: 100_000 }, (_, at) => row(`${at}`, { parentId: `${at - 1}` }));
    expect(arrangeRows(chain).at(-1)).toMatchObject({ id: '99999', depth: 99_999 });
  });
});

describe('timeSpan', () => {
  test('an open row -> the axis ends now; a row that ended before it started has no length', () => {
    const span = timeSpan(
      [
        { startMs: 100, endMs: 200 },
        { startMs: 150, endMs: null },
      ],
      300,
    );
    expect(span).toEqual({ startMs: 100, endMs: 300 });
    expect(toShare({ startMs: 150, endMs: null }, span)).toEqual({ start: 0.25, end: 1 });
    expect(toShare({ startMs: 200, endMs: 100 }, span)).toEqual({ start: 0.5, end: 0.5 });
    expect(timeSpan([], 5)).toEqual({ startMs: 5, endMs: 6 });
  });
});

describe('describeCall', () => {
  const call = {
    purpose: 'answer',
    status: 'completed',
    finishReason: 'stop',
    tools: [],
    queueStep: null,
  } as const;
  const step = { queue: 'pre', ordinal: 1, instruction: 'Read it.', joined: null } as const;
  test.each([
    [{ ...call, tools: ['search', 'fetch', 'search'] }, 'Call search ×2, fetch'],
    [{ ...call, tools: ['a', 'b', 'c', 'd', 'e'] }, 'Call a, b, c and 2 more'],
    [call, 'Answer'],
    [{ ...call, finishReason: 'length' }, 'Answer, cut off'],
    [{ ...call, status: 'failed' }, 'Failed call'],
    [{ ...call, status: 'running' }, 'Wait for the model'],
    [{ ...call, purpose: 'compaction' }, 'Summarize older messages'],
    [{ ...call, queueStep: step }, 'pre step 1: Read it. · Reply'],
    [{ ...call, queueStep: step, tools: ['search'] }, 'pre step 1: Read it. · Call search'],
    [{ ...call, queueStep: { ...step, queue: 'todo', ordinal: 0 } }, 'main · Answer'],
    [
      { ...call, queueStep: { ...step, instruction: 'a'.repeat(100) } },
      `pre step 1: ${'a'.repeat(67)}… · Reply`,
    ],
  ] as const)('%j -> %s', (given, words) => {
    expect(describeCall(given)).toBe(words);
  });
});

function row(
  id: string,
  { at = 0, end = 0, ...given }: Partial<StoredRow> & { at?: number; end?: number | null },
): StoredRow {
  return {
    id,
    parentId: null,
    kind: 'call',
    label: id,
    detail: null,
    status: 'completed',
    startedAt: new Date(at),
    finishedAt: end === null ? null : new Date(end).toISOString(),
    executionId: 'e',
    nodeId: null,
    iteration: null,
    loopId: null,
    inputTokens: 0,
    outputTokens: 0,
    cost: null,
    errorMessage: null,
    ...given,
  };
}
