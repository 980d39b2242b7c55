import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { HistoryMessage } from '../../views/conversation.js';
import { turnWorkflowId } from '../../protocol/ids.js';
import { printable } from '../format/printable.js';
import type { Style } from '../format/style.js';

const LAST_MESSAGES = 6;
const MESSAGE_CHARACTERS = 400;

export async function loadLastMessages(
  conversation: ConversationHandle,
  unfinished: readonly { turnId: string }[],
): Promise<HistoryMessage[]> {
  const { messages } = await conversation.history({ limit: LAST_MESSAGES });
  const isShownLater = ({ role, turnId }: HistoryMessage): boolean =>
    role === 'assistant' && unfinished.some((turn) => turn.turnId === turnId);
  return messages.reverse().filter((message) => !isShownLater(message));
}

export function formatLastMessages(messages: readonly HistoryMessage[], style: Style): string {
  return messages
    .map(({ role, text }) => {
      const shown = [...printable(text).trimEnd()];
      const cut = shown.length > MESSAGE_CHARACTERS ? [...shown.slice(0, MESSAGE_CHARACTERS), '…'] : shown;
      return style.dim(`${role === 'user' ? '› ' : ''}${cut.join('')}`);
    })
    .join('\n');
}

/** Short: the tasks of a killed worker time out after 10 s, and the rows may list the turns sooner. */
const STATUS_MS = 3_000;

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
