import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conversationWorkflowId, subExecutionWorkflowId, turnWorkflowId } from '../../protocol/ids.js';
import { parseTurnWorkflowId, parseWorkflowId } from '../../protocol/parse-workflow-id.js';

const part = fc.constantFrom('a', 'turn', 'thread', 'a/b', '%2F', 'é 😀', 'conversation', '1');
const channel = part.filter((name) => name !== 'turn' && name !== 'thread');

const key = fc.record({ flow: part, user: part, channel, thread: part }, { requiredKeys: ['flow', 'user'] });

describe('parseWorkflowId', () => {
  test('any sub-execution of any turn -> its turn and its conversation', () => {
    fc.assert(
      fc.property(key, part, part, (key, turnId, nodeId) => {
        const conversationId = conversationWorkflowId(key);
        const rootId = turnWorkflowId(conversationId, turnId);
        const child = subExecutionWorkflowId(rootId, { nodeId, iteration: '0.1', ordinal: 2 });
        expect(parseWorkflowId(child)).toEqual({ ...key, turnId, conversationId, rootId });
        expect(parseWorkflowId(conversationId)).toEqual({ ...key, conversationId });
      }),
    );
  });

  test.each([
    ['execution/report/7/node/1', { flow: 'report', rootId: 'execution/report/7' }],
    ['execution/report/ada%40x:7', { flow: 'report', user: 'ada@x', rootId: 'execution/report/ada%40x:7' }],
    ['conversation/a/ada/upkeep', { flow: 'a', user: 'ada', conversationId: 'conversation/a/ada' }],
    ['execution/%zz/7', { flow: '%zz', rootId: 'execution/%zz/7' }],
    ['threadline-retention', undefined],
    ['execution/report', undefined],
  ])("'%s' -> %j", (id, parts) => {
    expect(parseWorkflowId(id)).toEqual(parts);
  });
});

describe('parseTurnWorkflowId', () => {
  test('any turn of any conversation -> its original parts', () => {
    fc.assert(
      fc.property(key, part, (key, turnId) => {
        expect(parseTurnWorkflowId(turnWorkflowId(conversationWorkflowId(key), turnId))).toEqual({
          ...key,
          turnId,
        });
      }),
    );
  });

  test.each([
    'conversation/a/ada',
    'conversation/a/ada/upkeep',
    'conversation/a/ada/thread/t1',
    'conversation/a/ada/turn/1/say/1',
    'conversation/a/ada/thread/t1/turn/t2/node/2',
    'execution/a/ada/turn/1',
    '',
  ])("'%s' -> not a turn's id", (id) => {
    expect(parseTurnWorkflowId(id)).toBeUndefined();
  });
});
