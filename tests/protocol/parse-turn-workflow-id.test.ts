import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conversationWorkflowId, turnWorkflowId } from '../../protocol/ids.js';
import { parseTurnWorkflowId } from '../../protocol/parse-turn-workflow-id.js';

const part = fc.constantFrom('a', 'turn', 'thread', 'a/b', '%2F', 'é 😀', 'conversation', '1');
const channel = part.filter((name) => name !== 'turn' && name !== 'thread');

describe('parseTurnWorkflowId', () => {
  test('any turn of any conversation -> what it was made of', () => {
    const key = fc.record(
      { flow: part, user: part, channel, thread: part },
      { requiredKeys: ['flow', 'user'] },
    );
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
    'conversation/a/%/turn/1',
    '',
  ])("'%s' -> the id of no turn", (id) => {
    expect(parseTurnWorkflowId(id)).toBeUndefined();
  });
});
