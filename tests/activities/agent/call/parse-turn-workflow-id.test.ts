import { describe, expect, test } from 'vitest';
import { parseTurnWorkflowId } from '../../../../activities/agent/call/parse-turn-workflow-id.js';
import { conversationWorkflowId, executionWorkflowId, turnWorkflowId } from '../../../../protocol/ids.js';

describe('parseTurnWorkflowId', () => {
  test.each([
    [{ flow: 'f', user: 'ada' }, 't1'],
    [{ flow: 'f', user: 'ada', channel: 'web' }, 't1'],
    [{ flow: 'turn', user: 'turn' }, 'turn'],
    [{ flow: 'turn', user: 'turn', channel: 'x' }, 'turn'],
    [{ flow: 'f', user: 'ada', thread: 't1' }, 't2'],
    [{ flow: 'f', user: 'ada', channel: 'web', thread: 'turn' }, 'turn'],
    [{ flow: 'f', user: 'thread', channel: 'x' }, 'turn'],
    [{ flow: 'thread', user: 'thread', thread: 'thread' }, 'thread'],
    [{ flow: 'a/b', user: '50%/turn/x', channel: '😀' }, 'a/turn/b 100%'],
  ])('a turn of %j -> its conversation and its id', (key, turnId) => {
    const conversationId = conversationWorkflowId(key);
    expect(parseTurnWorkflowId(turnWorkflowId(conversationId, turnId))).toEqual({ conversationId, turnId });
  });

  test.each([
    executionWorkflowId('f', 'turn'),
    conversationWorkflowId({ flow: 'f', user: 'ada' }),
    'conversation/f/ada/turn/t1/node/2',
    'conversation/f/ada/thread/t1',
    'conversation/f/ada/thread/t1/turn/t2/node/2',
    'execution/turn/x/turn/t1',
    '',
  ])("'%s', no turn's -> undefined", (id) => expect(parseTurnWorkflowId(id)).toBeUndefined());
});
