import { CancellationScope, currentUpdateInfo, uuid4 } from '@temporalio/workflow';
import type { ConversationActivities } from '../../protocol/activities/conversation.js';
import { forkKey, type ForkPlace } from '../../protocol/fork-place.js';
import { conversationWorkflowId } from '../../protocol/ids.js';
import type { ForkInput, ForkResult } from '../../protocol/messages.js';
import { SETTLE_OPTIONS } from '../activity-options.js';
import { refusal } from '../refusal.js';
import type { ConversationState } from './conversation-state.js';
import { localActivities } from '../local-activities.js';

const { forkConversation } = localActivities<ConversationActivities>(SETTLE_OPTIONS);

export async function forkFromTurn(state: ConversationState, input: ForkInput): Promise<ForkResult> {
  state.lastActivityMs = Date.now();
  const source = state.key;
  const place = toForkPlace(input);
  const planned = forkKey(source, place);
  if ('problem' in planned) throw refusal('Conversation.InvalidTurn', planned.problem);
  const { refused } = await CancellationScope.nonCancellable(() =>
    forkConversation.executeWithOptions({ summary: 'begin another conversation with this past' }, [
      { source, place },
    ]),
  );
  if (refused !== null) throw refusal(refused.type, refused.message);
  return { conversationId: conversationWorkflowId(planned.key), channel: place.channel };
}

/** Derives the channel from the turn, so that a resent Update gets the same channel. */
function toForkPlace({ at, channel, user }: ForkInput): ForkPlace {
  return { at, channel: channel ?? `fork-${currentUpdateInfo()?.id ?? uuid4()}`, user };
}
