import { describe, expect, test } from 'vitest';
import { cancelExecution } from '../../../cli/executions/executions.js';
import { createOutput } from '../../../cli/format/output.js';

describe('cancelExecution', () => {
  test('the id of a conversation -> an error with the id to cancel instead', async () => {
    await expect(cancelExecution('conversation/assistant/ada', createOutput({}))).rejects.toThrow(
      "'conversation/assistant/ada' is a conversation, not an execution. Cancel one of its turns: 'conversation/assistant/ada/turn/<id>'",
    );
  });
});
