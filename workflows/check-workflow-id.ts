import { workflowInfo } from '@temporalio/workflow';
import { orInvalidId, refusal } from './refusal.js';
import { refuseUnreadable } from './refuse-unreadable.js';

/** Rejects an invented Workflow ID, which could write into another user's chat. */
export function checkWorkflowId<Input>(input: Input, expected: (input: Input) => string): void {
  const { workflowId } = workflowInfo();
  refuseUnreadable(input);
  const id = orInvalidId(() => expected(input));
  if (id !== workflowId)
    throw refusal(
      'Conversation.InvalidId',
      `Workflow ID '${workflowId}' does not match its input, whose ID is '${id}'`,
    );
}
