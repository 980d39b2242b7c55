import { conversationWorkflowId, turnIdProblem, type ConversationKey } from './ids.js';

export interface ForkPlace {
  at: string;
  /** Makes the fork idempotent. */
  channel: string;
  user?: string | undefined;
}

export function forkKey(
  source: ConversationKey,
  { at, channel, user = source.user }: ForkPlace,
): { key: ConversationKey } | { problem: string } {
  if (source.thread !== undefined)
    return {
      problem: `'${conversationWorkflowId(source)}' is a thread, which needs its parent: fork the conversation`,
    };
  const problem = turnIdProblem(at);
  if (problem) return { problem: `Turn id '${String(at).slice(0, 100)}' ${problem}` };
  const key: ConversationKey = { flow: source.flow, user, channel };
  try {
    conversationWorkflowId(key);
    return { key };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
