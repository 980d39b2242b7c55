import { conversationWorkflowId, turnIdProblem, type ConversationKey } from './ids.js';

/** Where a fork begins, and which conversation it is. */
export interface ForkPlace {
  /** The turn that is the last of its past, with its answer. */
  at: string;
  /** Channel of the new conversation, which has the same flow. Forking to it again is forking once. */
  channel: string;
  /** Whose the fork is; default: whose the conversation is. */
  user?: string | undefined;
}

/** The key of a fork; or the reason why there can be none, as a sentence, where that shows without a look at rows. */
export function forkKey(
  source: ConversationKey,
  { at, channel, user = source.user }: ForkPlace,
): { key: ConversationKey } | { problem: string } {
  if (source.thread !== undefined)
    return {
      problem: `'${conversationWorkflowId(source)}' is a thread, which lives by what it hangs on: fork the conversation`,
    };
  const problem = turnIdProblem(at);
  if (problem !== undefined) return { problem: `Turn id '${String(at).slice(0, 100)}' ${problem}` };
  const key: ConversationKey = { flow: source.flow, user, channel };
  try {
    conversationWorkflowId(key);
    return { key };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
