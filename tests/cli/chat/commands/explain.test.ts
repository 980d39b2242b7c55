import { describe, expect, test } from 'vitest';
import { explainLastCall } from '../../../../cli/chat/commands/explain.js';
import { createOutput } from '../../../../cli/format/output.js';
import type { CallExplanation } from '../../../../views/call.js';
import type { ConversationHandle } from '../../../../client/conversation/handle.js';
import type { Executions } from '../../../../client/executions/executions.js';
import { ThreadlineError } from '../../../../client/threadline-error.js';
import { explainedCall } from '../../explain/explained-call.js';

describe('explainLastCall', () => {
  test('a turn of two calls -> the last one', async () => {
    const calls = [explainedCall(), explainedCall({ callId: 'last/agent/2' })];
    expect(await explainLastCall(chatWith(() => Promise.resolve(calls)))).toMatch(/^last\/agent\/2 /);
  });
  test('a conversation that has not begun, a turn without calls -> prints that there is no call', async () => {
    const none = chatWith(() => Promise.reject(new ThreadlineError('Client.NotFound', 'none')));
    expect(await explainLastCall(none)).toBe('No model was called yet');
    expect(await explainLastCall(chatWith(() => Promise.resolve([])))).toBe('No model was called yet');
  });
  test('an unavailable database -> the failure', async () => {
    const away = chatWith(() => Promise.reject(new Error('away')));
    await expect(explainLastCall(away)).rejects.toThrow('away');
  });
});

function chatWith(explain: (id: string) => Promise<CallExplanation[]>) {
  return {
    conversation: { workflowId: 'conversation/assistant/ada' } as ConversationHandle,
    executions: { explain } as Executions,
    output: createOutput({}),
  };
}
