import { setTimeout as delay } from 'node:timers/promises';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import type { ConversationSignals } from '../../../protocol/messages.js';
import type { ChaosTurn } from './chaos-load.js';
import { followTurn } from './follow-turn.js';
import { PAUSE_MS, untilDone, type SentTurn, type Talk } from './talk.js';
import { describeWay } from './turn-way.js';

const POST_TURN = 'postTurn' satisfies keyof ConversationSignals;

/** Retries every failed request, as clients should. */
export async function holdConversation(
  talk: Talk,
  conversation: ConversationHandle,
  place: Pick<ChaosTurn, 'flow' | 'conversation'>,
): Promise<void> {
  let turn = 0;
  while (!talk.isOver(turn) && !talk.signal.aborted) {
    const together: SentTurn[] = [];
    const inPairs = turn % 3 === 2 && !talk.load.asking?.includes(place.flow);
    for (let count = inPairs ? 2 : 1; count > 0; count -= 1) {
      turn += 1;
      const sent: SentTurn = { turn: { ...place, turn }, turnId: `turn-${turn}`, sentAt: Date.now() };
      talk.sent.push(sent);
      together.push(sent);
      await send(talk, conversation, sent);
    }
    await Promise.all(together.map((sent) => followTurn(talk, conversation, sent)));
    await delay(PAUSE_MS);
  }
}

async function send(talk: Talk, conversation: ConversationHandle, { turn, turnId }: SentTurn): Promise<void> {
  const message = { text: talk.load.say(turn), turnId };
  // A Signal needs the Workflow that the first turn starts.
  if (describeWay(turn) !== 'signalled' || turn.turn === 1)
    return untilDone(talk, 'submit', () => conversation.submit(message));
  const workflow = talk.temporal.workflow.getHandle(conversation.workflowId);
  return untilDone(talk, 'signal', () => workflow.signal(POST_TURN, message));
}
