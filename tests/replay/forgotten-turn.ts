import type { WorkflowHandle } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { acceptTurns } from '../../store/conversation/accept-turns.js';
import { text } from '../../packages/testing/model-server/index.js';
import { wakeAllConversations } from '../../worker/wake-conversations.js';
import type { TestSystem } from '../../packages/testing/test-system.js';

export async function forgottenTurn(system: TestSystem): Promise<Record<string, WorkflowHandle>> {
  const key = { flow: 'assistant', user: system.newUser() };
  const conversation = system.client.conversation(key);
  system.model.reply(text('one'), text('two'));
  await conversation.ask('one');
  const turnId = randomUUID();
  await acceptTurns(system.db, {
    ...key,
    workflowId: conversation.workflowId,
    channel: '',
    turns: [{ turnId, kind: 'message', text: 'two' }],
    waiting: [],
    countTokens: (said) => said.length,
    clean: (said) => said,
  });
  await wakeAllConversations(system, { afterSeconds: 0 });
  const { executionId } = await conversation.ask({ turnId, text: 'two' });
  return {
    conversation: system.temporal.workflow.getHandle(conversation.workflowId),
    execution: system.temporal.workflow.getHandle(executionId),
  };
}
