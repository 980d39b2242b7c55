import type { ConversationHandle } from '../../../../client/conversation/handle.js';
import type { HistoryPage } from '../../../../views/conversation.js';
import { ThreadlineError } from '../../../../client/threadline-error.js';
import { findInBranches } from '../../find-in-branches.js';
import type { Caller } from '../../gateway-env.js';
import { notFound, type OpenAiError } from '../errors/openai-error.js';
import { toItem } from './conversation-items.js';
import { readAdded, type AddedItem } from './added-items.js';
import { isOpenConversation } from './is-open-conversation.js';
import { readItemPlace, type MessagePlace } from './item-id.js';

export async function findItem(
  caller: Caller,
  id: string,
): Promise<AddedItem | ReturnType<typeof toItem> | undefined> {
  const place = readItemPlace(id);
  if (!place) return undefined;
  if (!('seq' in place)) return (await readAdded(caller, place.channel)).find((item) => item.id === id);
  const { flow, channel } = place;
  try {
    if (!(await isOpenConversation(caller, place))) return undefined;
    const conversation = caller.client.conversation({ flow, user: caller.user, channel });
    const message = await findMessage(conversation, place);
    return message && toItem(message, place);
  } catch (error) {
    if (error instanceof ThreadlineError && /^(Client\.NotFound|Conversation\.InvalidId)$/.test(error.type))
      return undefined;
    throw error;
  }
}

export function noSuchItem(id: string, param?: string): OpenAiError {
  return notFound(`Item '${id.slice(0, 200)}' does not exist`, 'item_not_found', param);
}

/** Compares the turn too, because branches may give different messages the same number. */
async function findMessage(
  conversation: Pick<ConversationHandle, 'history' | 'branches'>,
  { seq, turnId }: MessagePlace,
): Promise<HistoryPage['messages'][number] | undefined> {
  return findInBranches(conversation, async (branch) => {
    const options = { limit: 1, before: String(seq + 1), ...(branch && { branch: branch.number }) };
    const { messages } = await conversation.history(options);
    return messages.find((message) => message.seq === seq && message.turnId === turnId);
  });
}
