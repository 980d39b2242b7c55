import { describe, expect, test } from 'vitest';
import { formatQueues } from '../../../cli/executions/executions.js';
import { createStyle } from '../../../cli/format/style.js';

const PLAIN = createStyle(false);
const IDLE = { nodeId: 'helper', iteration: '', pre: 0, todo: 0, post: 0, running: null, waiting: [] };

describe('formatQueues', () => {
  test('the running step and the waiting ones -> a line each, in their order', () => {
    const shown = formatQueues(
      [
        {
          ...IDLE,
          todo: 1,
          post: 1,
          running: { queue: 'todo', ordinal: 0, text: null, tool: null },
          waiting: [
            { queue: 'todo', ordinal: 1, text: 'Check\nthe sums', tool: null },
            { queue: 'post', ordinal: 1, text: null, tool: 'note' },
          ],
        },
      ],
      PLAIN,
    );
    expect(shown.split('\n')).toEqual([
      "Agent 'helper'",
      'QUEUE  STATE    STEP',
      'todo   running  the question',
      'todo   waiting  Check the sums',
      'post   waiting  tool note',
    ]);
  });

  test('an agent of a loop without steps -> a line that it has none, with the item', () => {
    expect(formatQueues([{ ...IDLE, iteration: '3' }], PLAIN)).toBe("Agent 'helper', item 3: empty");
  });
});
