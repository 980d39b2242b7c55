import { workflowInfo } from '@temporalio/workflow';
import { errorMessage } from '../protocol/error-message.js';
import { refusal } from './refusal.js';

/**
 * Ends a Workflow whose id is not the one that its input gives: a made-up id cannot write somebody else's
 * chat. The failure names the expected id.
 */
export function checkWorkflowId(expected: () => string): void {
  const { workflowId } = workflowInfo();
  let id: string;
  try {
    id = expected();
  } catch (error) {
    throw refusal('Conversation.InvalidId', errorMessage(error));
  }
  if (id !== workflowId)
    throw refusal(
      'Conversation.InvalidId',
      `Workflow ID '${workflowId}' is not the one of its input, which is '${id}'`,
    );
}
