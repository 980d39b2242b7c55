import { describe, expect, test } from 'vitest';
import { subExecutionWorkflowId, turnWorkflowId, conversationWorkflowId } from '../../protocol/ids.js';
import {
  executionSpanIds,
  findRoot,
  modelCallSpanIds,
  toolCallSpanIds,
  upkeepCallSpanIds,
} from '../../tracing/span-ids.js';

const CONVERSATION = conversationWorkflowId({ flow: 'turn', user: 'a/b', channel: 'x', thread: 'turn' });
const TURN = turnWorkflowId(CONVERSATION, 'turn');
const CHILD = subExecutionWorkflowId(TURN, { nodeId: 'each', iteration: '3.0', ordinal: 2 });
const GRANDCHILD = subExecutionWorkflowId(CHILD, { nodeId: 'below', iteration: '', ordinal: 1 });

describe('findRoot', () => {
  test.each([
    [TURN, TURN],
    [CHILD, TURN],
    [GRANDCHILD, TURN],
    ['conversation/assistant/ada/turn/1/each/0/1', 'conversation/assistant/ada/turn/1'],
    ['execution/report/ada:7/node/1', 'execution/report/ada:7'],
  ])('%s -> %s', (executionId, root) => {
    expect(findRoot(executionId)).toBe(root);
  });
});

describe('executionSpanIds', () => {
  test('a turn and its descendants -> one trace, each the child of its parent', () => {
    const [turn, child, grandchild] = [TURN, CHILD, GRANDCHILD].map((id) => executionSpanIds(id));
    expect(turn?.parentSpanId).toBeUndefined();
    expect(child).toMatchObject({ traceId: turn?.traceId, parentSpanId: turn?.spanId });
    expect(grandchild).toMatchObject({ traceId: turn?.traceId, parentSpanId: child?.spanId });
    expect(executionSpanIds(turnWorkflowId(CONVERSATION, '2')).traceId).not.toBe(turn?.traceId);
  });

  test('a sub-execution of a tool call -> the child of that call', () => {
    const call = { step: 2, ordinal: 1 };
    expect(executionSpanIds(CHILD, call).parentSpanId).toBe(toolCallSpanIds(TURN, call).spanId);
  });
});

describe('modelCallSpanIds', () => {
  test('the same step twice -> the same ids, in the form of the W3C trace context', () => {
    const ids = modelCallSpanIds(CHILD, 3);
    expect(ids).toEqual(modelCallSpanIds(CHILD, 3));
    expect(ids.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(ids.spanId).toMatch(/^[0-9a-f]{16}$/);
    const others = [modelCallSpanIds(CHILD, 4), modelCallSpanIds(TURN, 3), executionSpanIds(CHILD)];
    expect(others.map(({ spanId }) => spanId)).not.toContain(ids.spanId);
  });
});

describe('upkeepCallSpanIds', () => {
  test('rows of one turn -> children of the turn, each with its own id', () => {
    const [summary, next, description] = [
      { purpose: 'summary' as const, ordinal: 1 },
      { purpose: 'summary' as const, ordinal: 2 },
      { purpose: 'description' as const, ordinal: 1 },
    ].map((call) => upkeepCallSpanIds(TURN, call));
    const { traceId, spanId: parentSpanId } = executionSpanIds(TURN);
    for (const ids of [summary, next, description]) expect(ids).toMatchObject({ traceId, parentSpanId });
    const spans = [summary, next, description, modelCallSpanIds(TURN, 1)].map((ids) => ids?.spanId);
    expect(new Set(spans).size).toBe(4);
  });
});
