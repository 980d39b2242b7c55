import type { ListedBranch } from '../../store/branches/list-branches.js';
import { get, post, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { chatName, chatQuery, conversationPath, type ChatKey } from './chat-messages.js';

const LOOK_MS = 200;
/** The switch waits for turns that are before it; the page shows where it is then. */
const MOST_LOOKS = 50;

/** The branches of a chat, loaded again when another message is the newest. */
export function useBranches(chat: ChatKey, newest: string | undefined): readonly Wire<ListedBranch>[] {
  return useLoaded(`${chatName(chat)} ${newest ?? ''}`, (signal) => loadBranches(chat, signal)).value ?? [];
}

/** Goes to a branch; settles when the chat is in it, or after ten seconds. */
export async function goToBranch(chat: ChatKey, branch: number): Promise<void> {
  await post(conversationPath(chat, `/branches/${branch}/switch`), { query: chatQuery(chat) });
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const branches = await loadBranches(chat);
    if (branches.some(({ number, isCurrent }) => isCurrent && number === branch)) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function loadBranches(chat: ChatKey, signal?: AbortSignal): Promise<Wire<ListedBranch[]>> {
  const query = chatQuery(chat);
  return get<ListedBranch[]>(
    conversationPath(chat, '/branches'),
    signal === undefined ? { query } : { query, signal },
  );
}
