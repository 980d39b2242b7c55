import type { HistoryPage } from '../../client/conversation/handle.js';
import { get, post, type Wire } from '../api/request.js';
import { chatQuery, conversationPath, type ChatKey } from './chat-messages.js';
import { findPhrase, type Phrase } from './find-phrase.js';

/** Opens a thread on a phrase of a turn's answer, on all of it where the phrase is not in it. Gives its id. */
export async function openThread(
  chat: ChatKey,
  { turnId, phrase }: { turnId: string; phrase: Phrase | undefined },
): Promise<string> {
  const { seq, text } = await findAnswer(chat, turnId);
  const part = phrase === undefined ? undefined : findPhrase(text, phrase);
  const body = { message: seq, ...part };
  const { id } = await post<{ id: string }>(conversationPath(chat, '/threads'), {
    query: chatQuery(chat),
    body,
  });
  return id;
}

const PAGE = 100;

async function findAnswer(chat: ChatKey, turnId: string): Promise<{ seq: number; text: string }> {
  for (let before: string | undefined; ;) {
    const query = { ...chatQuery(chat), limit: PAGE, before };
    const page: Wire<HistoryPage> = await get<HistoryPage>(conversationPath(chat, '/messages'), { query });
    const found = page.messages.find((one) => one.role === 'assistant' && one.turnId === turnId);
    if (found !== undefined) return found;
    if (page.next === null) throw new Error('The answer has no place in the conversation yet');
    before = page.next;
  }
}
