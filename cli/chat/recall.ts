import type { ConversationHandle } from '../../client/conversation-handle.js';
import type { HistoryMessage } from '../../store/history.js';
import { turnWorkflowId } from '../../workflows/ids.js';
import { printable } from '../format/printable.js';
import type { Style } from '../format/style.js';

/** Messages of the last run that are shown at the start of a chat. */
const RECALLED = 6;
const RECALLED_CHARACTERS = 400;

/** The last messages of a conversation, oldest first. */
export async function recallMessages(conversation: ConversationHandle): Promise<HistoryMessage[]> {
  const { messages } = await conversation.history({ limit: RECALLED });
  return messages.reverse();
}

/** Messages of an earlier run, as a reminder. */
export function formatRecalled(messages: readonly HistoryMessage[], style: Style): string {
  return messages
    .map(({ role, text }) => {
      const shown = [...printable(text).trimEnd()];
      const cut = shown.length > RECALLED_CHARACTERS ? [...shown.slice(0, RECALLED_CHARACTERS), '…'] : shown;
      return style.dim(`${role === 'user' ? '› ' : ''}${cut.join('')}`);
    })
    .join('\n');
}

/** Turns that are not finished: the one that runs first, then those that wait. */
export async function findUnfinished(
  conversation: ConversationHandle,
): Promise<{ turnId: string; executionId: string }[]> {
  const status = await conversation.status();
  if (status === null) return [];
  const waiting = status.queued.map((turnId) => ({
    turnId,
    executionId: turnWorkflowId(conversation.workflowId, turnId),
  }));
  return status.running === null ? waiting : [status.running, ...waiting];
}
