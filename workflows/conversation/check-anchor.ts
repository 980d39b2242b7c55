import { anchorProblem } from '../../protocol/thread-anchor.js';
import { errorMessage } from '../../protocol/error-message.js';
import { parentWorkflowId } from '../../protocol/ids.js';
import type { ConversationInput } from '../../protocol/messages.js';
import { refusal } from '../refusal.js';

export function checkAnchor(input: ConversationInput): void {
  if (!input.anchor) return;
  const problem = findProblem(input);
  if (problem) throw refusal('Conversation.InvalidAnchor', problem);
}

function findProblem(input: ConversationInput): string | undefined {
  const { thread, anchor } = input;
  if (thread === undefined) return 'Only a thread has an anchor: name it';
  const problem = anchorProblem(anchor);
  if (problem) return problem;
  if (anchor?.thread === thread) return 'A thread cannot be anchored to itself';
  try {
    parentWorkflowId(input, { ...anchor });
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}
