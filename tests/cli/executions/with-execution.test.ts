import { describe, expect, test } from 'vitest';
import type { ListedExecution } from '../../../views/execution.js';
import { findExecutionId } from '../../../cli/executions/with-execution.js';

describe('findExecutionId', () => {
  test.each([
    ['a Workflow ID -> itself', 'execution/support/one', 'execution/support/one'],
    ['of a turn -> itself', 'conversation/support/ada/turn/1', 'conversation/support/ada/turn/1'],
    ['the id it was started with -> its Workflow ID', 'one', 'execution/support/one'],
    ['an id that nobody has -> as it is, and the command says so', 'none', 'none'],
  ])('%s', async (_name, id, found) => {
    expect(await findExecutionId(known('one', ['execution/support/one']), id)).toBe(found);
  });

  test('an ambiguous id -> a sentence that lists the matches', async () => {
    const both = known('one', ['execution/support/ada:one', 'execution/note/one']);
    await expect(findExecutionId(both, 'one')).rejects.toThrow(
      "Several executions have the id 'one': use a full Workflow ID, such as 'execution/support/ada:one', 'execution/note/one'",
    );
  });
});

function known(startedAs: string, executionIds: string[]): Parameters<typeof findExecutionId>[0] {
  return {
    list: (filter) => {
      const found = filter?.id === startedAs ? executionIds : [];
      return Promise.resolve(found.map((executionId) => ({ executionId }) as ListedExecution));
    },
  };
}
