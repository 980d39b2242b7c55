import type { ConversationHandle } from '../../client/conversation/handle.js';

type Branch = Awaited<ReturnType<ConversationHandle['branches']>>[number];

export async function findInBranches<Found>(
  conversation: Pick<ConversationHandle, 'branches'>,
  find: (branch?: Branch) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const found = await find();
  if (found !== undefined) return found;
  for (const branch of await conversation.branches()) {
    const elsewhere = branch.isCurrent ? undefined : await find(branch);
    if (elsewhere !== undefined) return elsewhere;
  }
  return undefined;
}
