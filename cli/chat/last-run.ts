import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { HistoryMessage } from '../../store/conversation/read-history.js';
import { turnWorkflowId } from '../../protocol/ids.js';
import { printable } from '../format/printable.js';
import type { Style } from '../format/style.js';

/** Messages of the last run that are shown at the start of a chat. */
const LAST_MESSAGES = 6;
const MESSAGE_CHARACTERS = 400;

/** Loads the last messages of a conversation, oldest first, without the answers of turns that are still to be shown. */
export async function loadLastMessages(
  conversation: ConversationHandle,
  unfinished: readonly { turnId: string }[],
): Promise<HistoryMessage[]> {
  const { messages } = await conversation.history({ limit: LAST_MESSAGES });
  const isShownLater = ({ role, turnId }: HistoryMessage): boolean =>
    role === 'assistant' && unfinished.some((turn) => turn.turnId === turnId);
  return messages.reverse().filter((message) => !isShownLater(message));
}

/** Formats messages of the last run as a reminder. */
export function formatLastMessages(messages: readonly HistoryMessage[], style: Style): string {
  return messages
    .map(({ role, text }) => {
      const shown = [...printable(text).trimEnd()];
      const cut = shown.length > MESSAGE_CHARACTERS ? [...shown.slice(0, MESSAGE_CHARACTERS), '…'] : shown;
      return style.dim(`${role === 'user' ? '› ' : ''}${cut.join('')}`);
    })
    .join('\n');
}

/** Longest wait for the conversation's status: a killed worker's tasks time out after ten seconds, and the rows may know the turns already. */
const STATUS_MS = 3_000;

/**
 * Finds the turns of the last run that are to be followed to their end, in order: those given, which had no outcome
 * before the worker started and may have one now, and those that the conversation holds.
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
