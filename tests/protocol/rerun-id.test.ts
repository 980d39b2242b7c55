import { describe, expect, test } from 'vitest';
import { executionWorkflowId, ownExecutionWorkflowId } from '../../protocol/ids.js';
import { rerunId, rerunOrigin } from '../../protocol/rerun-id.js';

const own = (id: string) => ownExecutionWorkflowId({ flow: 'a b', user: 'ada', id });

describe('rerunOrigin', () => {
  test("a user's execution, and its rerun's rerun -> the first one", () => {
    const first = own('mail 1');
    const rerun = own(rerunId(first, 'x1'));
    expect(rerunOrigin(rerun)).toBe(first);
    expect(rerunOrigin(own(rerunId(rerun, 'x2')))).toBe(first);
  });

  test('an id shared by all clients, rerun with or without a user -> the first one', () => {
    const first = executionWorkflowId('a b', 'mail 1');
    expect(rerunOrigin(own(rerunId(first, 'x1')))).toBe(first);
    expect(rerunOrigin(executionWorkflowId('a b', rerunId(first, 'x1')))).toBe(first);
  });

  test('a first execution, a sub-execution, a turn -> undefined', () => {
    for (const id of [
      own('mail'),
      `${own(rerunId(own('mail'), 'x'))}/sub`,
      'conversation/a/b/turn/c~rerun-d',
    ])
      expect(rerunOrigin(id)).toBeUndefined();
  });
});
