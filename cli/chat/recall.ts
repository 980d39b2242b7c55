import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { HistoryMessage } from '../../store/conversation/read-history.js';
import { turnWorkflowId } from '../../protocol/ids.js';
import { printable } from '../format/printable.js';
import type { Style } from '../format/style.js';

/** Messages of the last run that are shown at the start of a chat. */
const RECALLED = 6;
const RECALLED_CHARACTERS = 400;

/** The last messages of a conversation, oldest first, without the answers that are still to be shown. */
export async function recallMessages(
  conversation: ConversationHandle,
  unfinished: readonly { turnId: string }[],
): Promise<HistoryMessage[]> {
  const { messages } = await conversation.history({ limit: RECALLED });
  const isShownLater = ({ role, turnId }: HistoryMessage): boolean =>
    role === 'assistant' && unfinished.some((turn) => turn.turnId === turnId);
  return messages.reverse().filter((message) => !isShownLater(message));
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

/** Longer is not waited for what the rows may know already; a killed worker's tasks time out after ten. */
const STATUS_MS = 3_000;

/**
 * Turns of an earlier run to be finished, in their order: those that had no outcome before, and those that the
 * conversation holds now. A worker that has just started may have finished the former by the time we look.
 */
export async function findUnfinished(
  conversation: ConversationHandle,
  before: readonly string[],
): Promise<{ turnId: string; executionId: string }[]> {
  const status = await conversation.status({ timeoutMs: STATUS_MS }).catch(() => null);
  const running = status?.running ? [status.running.turnId] : [];
  const turnIds = new Set([...before, ...running, ...(status?.queued ?? [])]);
  return [...turnIds].map((turnId) => ({
    turnId,
    executionId: turnWorkflowId(conversation.workflowId, turnId),
  }));
}
