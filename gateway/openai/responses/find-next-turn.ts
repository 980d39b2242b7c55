import type { ConversationHandle } from '../../../client/conversation/handle.js';
import { OpenAiError } from '../errors/openai-error.js';
import { noSuchResponse } from './response-key.js';

const PAGE = 200;
const FIELD = 'previous_response_id';

/**
 * The turn whose message was said right after a turn, in the branch that the conversation is in; undefined: none was. Throws
 * where there is no such turn, or it is in another branch.
 */
export async function findNextTurn(
  conversation: Pick<ConversationHandle, 'history' | 'unfinished' | 'branches'>,
  turnId: string,
): Promise<string | undefined> {
  let next: string | undefined;
  let before: string | null = null;
  do {
    const page = await conversation.history({ limit: PAGE, ...(before !== null && { before }) });
    for (const { role, joined, turnId: at } of page.messages) {
      if (at === turnId) return next;
      if (role === 'user' && joined === null) next = at;
    }
    before = page.next;
  } while (before !== null);
  // It waits for those before it.
  if ((await conversation.unfinished()).includes(turnId)) return undefined;
  if ((await conversation.branches()).length > 1) throw inOtherBranch();
  throw noSuchResponse(FIELD);
}

function inOtherBranch(): OpenAiError {
  return new OpenAiError(
    'The conversation has gone on in another branch than that of the previous response: switch to it first',
    { status: 400, type: 'invalid_request_error', code: 'previous_response_in_other_branch', param: FIELD },
  );
}
