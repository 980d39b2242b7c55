import { forkKey } from '../../protocol/fork-place.js';
import { conversationWorkflowId } from '../../protocol/ids.js';
import type { ConversationActivities, ForkOutcome } from '../../protocol/activities/conversation.js';
import { forkConversation } from '../../store/branches/fork-conversation.js';
import type { ActivityDependencies } from '../dependencies.js';
import { callerWorkflowId } from '../workflow-id.js';

/** A refusal is returned instead of thrown, because a retry would be refused too. */
export function createForkConversation({
  db,
  onPoint,
}: Pick<ActivityDependencies, 'db' | 'onPoint'>): ConversationActivities['forkConversation'] {
  return async function fork({ source, place }): Promise<ForkOutcome> {
    const planned = forkKey(source, place);
    if ('problem' in planned)
      return { refused: { type: 'Conversation.InvalidTurn', message: planned.problem } };
    const { flow, user, channel = '' } = planned.key;
    await onPoint?.('forkConversation.before');
    const outcome = await forkConversation(db, {
      flow,
      user,
      channel,
      turnId: place.at,
      sourceId: callerWorkflowId(),
      workflowId: conversationWorkflowId(planned.key),
    });
    await onPoint?.('forkConversation.after');
    if (outcome.kind === 'forked') return { refused: null };
    const { type, message } = outcome;
    return { refused: { type: type === 'Client.NotFound' ? 'Conversation.InvalidTurn' : type, message } };
  };
}
