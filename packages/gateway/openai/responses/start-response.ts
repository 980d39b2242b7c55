import { randomUUID } from 'node:crypto';
import type { ConversationHandle } from '../../../../client/conversation/handle.js';
import { isOneOff, ONE_OFF_PREFIX } from '../../../../protocol/one-off.js';
import type { TurnReceipt } from '../../../../protocol/messages.js';
import type { Caller } from '../../gateway-env.js';
import { readCallerTools } from '../chat/read-caller-tools.js';
import { readAdded } from '../conversations/added-items.js';
import { isOpenConversation } from '../conversations/is-open-conversation.js';
import { invalidField, OpenAiError } from '../errors/openai-error.js';
import { END_OF_PAST, readPast } from '../chat/read-past.js';
import type { ChatMessage } from '../requests/message-schema.js';
import { newestMessages } from '../requests/newest-messages.js';
import { toParts } from '../requests/to-parts.js';
import { toMessageInput } from '../requests/to-message-input.js';
import { readItem, toChatMessages } from '../requests/input-schema.js';
import type { ResponseRequest } from './read-response-request.js';
import { repeatPrevious } from './repeat-previous.js';
import { noSuchResponse, type ResponseKey } from '../requests/response-key.js';

const OWN_CHANNEL = 'response:';

/**
 * Continues the named conversation or the previous response, in a new branch if another message already did.
 * Otherwise starts one with the past in the input.
 */
export async function startResponse(caller: Caller, request: ResponseRequest): Promise<ResponseKey> {
  const { client, user } = caller;
  const { flow, output, isBackground, key: turnId = randomUUID() } = request;
  const { previous: named } = request;
  // One-off conversations run the caller's tools and cannot be continued.
  const ofTools = named && isOneOff(named.channel) ? named : undefined;
  const previous = ofTools ? undefined : named;
  const before = ofTools
    ? await repeatPrevious(client.conversation({ flow, user, channel: ofTools.channel }), ofTools)
    : [];
  const added = await readAddedMessages(caller, request.channel);
  const { spoken, callerTools } = readCallerTools([...before, ...request.messages], request.asked);
  if (callerTools && (request.channel ?? previous) !== undefined)
    throw invalidField(
      'tools',
      "A conversation uses its flow's tools: omit it, and send all items or the id of a response with tools",
      'unsupported_parameter',
    );
  const isOwn = request.isStored && !callerTools && !ofTools;
  const own = (isOwn ? OWN_CHANNEL : ONE_OFF_PREFIX) + turnId;
  const channel = request.channel ?? previous?.channel ?? own;
  const conversation = client.conversation({ flow, user, channel });
  const parts = toParts(newestMessages(spoken, 'input'), 'input');
  const { past, files, instructions } = readPast([...added, ...spoken]);
  const isFirst = channel === own || added.length > 0;
  const all = [...instructions, ...(isFirst ? files : []), ...parts];
  const message = toMessageInput({ turnId, parts: all, output });
  const receipt = previous
    ? await sendAfter(caller, { conversation, previous, message, turnId })
    : await conversation.submit(message, {
        ...(isFirst && (past.length > 0 || callerTools !== undefined) && { past }),
        ...(callerTools && { callerTools }),
      });
  const tools = callerTools?.tools.map(({ name }) => name) ?? [];
  return {
    flow,
    channel,
    turnId: receipt.turnId,
    isObject: output !== undefined,
    isBackground,
    isStored: request.isStored,
    tools,
  };
}

async function readAddedMessages(caller: Caller, channel: string | undefined): Promise<ChatMessage[]> {
  const added = channel === undefined ? [] : await readAdded(caller, channel);
  if (channel === undefined || added.length === 0) return [];
  const begun = await caller.client.conversations({ user: caller.user, channel, limit: 1 });
  if (begun.conversations.length > 0) return [];
  const items = added.map((item, index) => readItem(item, { index, field: 'items' }));
  return [...toChatMessages(items), END_OF_PAST];
}

async function sendAfter(
  caller: Caller,
  {
    conversation,
    previous,
    message,
    turnId,
  }: {
    conversation: ConversationHandle;
    previous: ResponseKey;
    message: Parameters<ConversationHandle['submit']>[0];
    turnId: string;
  },
): Promise<TurnReceipt> {
  // Checked, because the name of a deleted conversation would start a new one.
  if (!(await isOpenConversation(caller, previous))) throw noSuchResponse('previous_response_id');
  const next = await findNextTurn(conversation, previous.turnId);
  // A repeated request finds its turn.
  if (next === undefined || next === turnId) return conversation.submit(message);
  return conversation.edit(next, message);
}

const PAGE = 200;
const FIELD = 'previous_response_id';

async function findNextTurn(
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
  if ((await conversation.unfinished()).includes(turnId)) return undefined;
  if ((await conversation.branches()).length > 1) throw inOtherBranch();
  throw noSuchResponse(FIELD);
}

function inOtherBranch(): OpenAiError {
  return new OpenAiError(
    'The conversation continued in another branch than that of the previous response: switch to that branch first',
    { status: 400, type: 'invalid_request_error', code: 'previous_response_in_other_branch', param: FIELD },
  );
}
