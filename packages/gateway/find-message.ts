import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { HistoryPage } from '../../views/conversation.js';
import { findInBranches } from './find-in-branches.js';

type HistoryMessage = HistoryPage['messages'][number];

const PAGE = 200;

export async function findMessage(
  conversation: Pick<ConversationHandle, 'history' | 'branches'>,
  turnId: string,
): Promise<HistoryMessage | undefined> {
  // Searches other branches too: a branch lacks the rows that it shares with its parent.
  return findInBranches(conversation, (branch) =>
    findIn(conversation, { turnId, beginsAfter: branch?.beginsAfter ?? 0, branch: branch?.number }),
  );
}

async function findIn(
  conversation: Pick<ConversationHandle, 'history'>,
  { turnId, beginsAfter, branch }: { turnId: string; beginsAfter: number; branch: number | undefined },
): Promise<HistoryMessage | undefined> {
  const options = { limit: PAGE, branch };
  let before: string | null = null;
  do {
    const page = await conversation.history({ ...options, ...(before !== null && { before }) });
    const found = page.messages.find((message) => hasMessageId(turnId, message));
    if (found) return found;
    const isInParent = (page.messages.at(-1)?.seq ?? 0) <= beginsAfter;
    before = isInParent ? null : page.next;
  } while (before !== null);
  return undefined;
}

/** A message that joined another turn keeps its own id. */
function hasMessageId(id: string, { role, turnId, joined }: HistoryMessage): boolean {
  return role === 'user' && (joined === null ? turnId : joined.turnId) === id;
}
