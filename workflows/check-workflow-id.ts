import { workflowInfo } from '@temporalio/workflow';
import { errorMessage } from '../protocol/error-message.js';
import { refusal } from './refusal.js';
import { refuseUnreadable } from './refuse-unreadable.js';

/**
 * Ends a Workflow whose id is not the one that its input gives: a made-up id cannot write somebody else's
 * chat. The failure names the expected id, or why the input cannot be read.
 */
export function checkWorkflowId<Input>(input: Input, expected: (input: Input) => string): void {
  const { workflowId } = workflowInfo();
  refuseUnreadable(input);
  let id: string;
  try {
    id = expected(input);
  } catch (error) {
    throw refusal('Conversation.InvalidId', errorMessage(error));
  }
  if (id !== workflowId)
    throw refusal(
      'Conversation.InvalidId',
      `Workflow ID '${workflowId}' is not the one of its input, which is '${id}'`,
    );
}
