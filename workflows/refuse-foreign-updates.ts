import { defineUpdate, setHandler } from '@temporalio/workflow';
import { CONVERSATION_UPDATES, EXECUTION_UPDATES } from './definitions.js';
import { parseWorkflowId } from '../protocol/parse-workflow-id.js';
import { refusal } from './refusal.js';

/** Refuses in the validator, which adds nothing to the Event History. */
export function refuseExecutionUpdates(conversationId: string): void {
  refuse(
    EXECUTION_UPDATES,
    `'${conversationId}' is a conversation: send the Update to the execution of a turn, '${conversationId}/turn/<turn id>'`,
  );
}

export function refuseConversationUpdates(executionId: string): void {
  const { conversationId } = parseWorkflowId(executionId) ?? {};
  const place = conversationId ? `'${conversationId}'` : "a conversation, 'conversation/<flow>/<user>'";
  refuse(CONVERSATION_UPDATES, `'${executionId}' is an execution: send the Update to ${place}`);
}

function refuse(names: readonly string[], place: string): void {
  for (const name of names) {
    const reject = (): never => {
      throw refusal('Client.WrongWorkflow', `Update '${name}' is not accepted here. ${place}`);
    };
    setHandler(defineUpdate(name), reject, { validator: reject, description: `Not accepted here: ${place}` });
  }
}
