import { describe, expect, test } from 'vitest';
import { formatEventId, STREAM_START } from '../../../client/stream/stream-cursor.js';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { parsePosition, POSITION_START } from '../../../client/stream/stream-position.js';
import { orderEvents } from '../../../client/stream/order-events.js';
import { createNodeWriter } from '../../../client/stream/stream-turn.js';
import type { NodeView } from '../../../views/execution.js';

describe('orderEvents', () => {
  test("one node after another, all since the last read -> each node's output before its end, the next node after it", () => {
    const nodes = [node('write', 'success', 30), node('look', 'success', 10), node('check', 'running', 40)];
    expect(told({ nodes, work: ['look', 'check'], shown: ['write', 'write'] })).toEqual([
      ...['look 1', 'look success', 'write 1', 'write 2', 'write success', 'check running', 'check 2'],
    ]);
  });

  test('a loop with nodes in it -> their outputs between its start and its end', () => {
    const nodes = [node('each', 'running', 10), { ...node('item', 'success', 20), loopId: 'each' }];
    expect(told({ nodes, work: ['item', 'item'], shown: [] })).toEqual(['each running', 'item 1', 'item 2']);
  });

  test('a node that waits -> its calls first; nodes without questions -> the other calls first', () => {
    expect(told({ nodes: [node('ask', 'waiting', 10)], work: ['ask'], shown: [] })).toEqual([
      ...['ask 1', 'ask waiting'],
    ]);
    expect(told({ nodes: [], work: ['look'], shown: ['write'] })).toEqual(['look 1', 'write 1']);
  });
});

function node(nodeId: string, status: NodeView['status'], begunMs: number) {
  const times = { startedAt: new Date(begunMs), durationMs: 1, waitedMs: 0 };
  return { nodeId, kind: 'agent', status, loopId: null, items: null, ...times } as NodeView;
}

function told({ nodes, work, shown }: { nodes: NodeView[]; work: string[]; shown: string[] }): string[] {
  const steps = new Map<number, string>();
  const say = (names: string[], base: number) => {
    const cursors = names.map((name, index) => {
      steps.set(base + index + 1, name);
      return { ...STREAM_START, step: base + index + 1, attempt: 1, offset: 1 };
    });
    const events = cursors.map((cursor): TurnEvent => ({
      type: 'text-delta',
      id: formatEventId(cursor),
      step: cursor.step,
      text: '',
    }));
    return { events, cursor: cursors.at(-1) ?? STREAM_START };
  };
  const events = orderEvents({
    start: POSITION_START,
    work: say(work, 0),
    shown: say(shown, 100),
    nodes,
    nodeOf: (step) => steps.get(step),
    writeNodes: createNodeWriter(),
  });
  const places = events.map(({ id }) => parsePosition(id));
  for (const kind of ['work', 'shown'] as const) {
    const passed = places.map((place) => place[kind].step);
    expect(passed).toEqual([...passed].sort((a, b) => a - b));
  }
  return events.map((event) => {
    if (event.type === 'node') return `${event.nodeId} ${event.status}`;
    return 'step' in event ? `${steps.get(event.step)} ${event.step % 100}` : event.type;
  });
}
