import { setTimeout as delay } from 'node:timers/promises';
import type { TestSystem } from '../test-system.js';
import type { ChaosViolation } from './chaos-report.js';
import { readOpen, toUser } from './read-rows.js';
import { type SentTurn, type Talk, PAUSE_MS, untilDone } from './talk.js';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import type { ConversationSignals } from '../../../protocol/messages.js';
import type { ChaosTurn } from './chaos-load.js';
import { followTurn } from './follow-turn.js';
import { describeWay } from './turn-way.js';

const POST_TURN = 'postTurn' satisfies keyof ConversationSignals;

export const SETTLE_MS = 90_000;

export async function holdAll(talk: Talk, system: TestSystem, count: number): Promise<void> {
  const flows = talk.load.talkTo ?? talk.load.flows.map(({ slug }) => slug);
  const numbers = Array.from({ length: count }, (_, number) => number);
  await Promise.all(
    numbers.map((conversation) => {
      const flow = flows[conversation % flows.length] ?? '';
      const handle = system.client.conversation({ flow, user: toUser(conversation) });
      return holdConversation(talk, handle, { flow, conversation });
    }),
  );
}

/** Waits for open work until a deadline, after which the check reports what is still open. */
export async function settled({ db }: TestSystem): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  while (Date.now() < deadline) {
    const open = await readOpen(db);
    if (Object.values(open).every((count) => count === 0)) return;
    await delay(500);
  }
}

export function unanswered(sent: readonly SentTurn[]): ChaosViolation[] {
  return sent
    .filter(({ answeredAt }) => answeredAt === undefined)
    .map(({ turn, turnId }) => ({
      rule: 'unfinished',
      detail: `${turnId} of conversation ${turn.conversation} (${turn.flow}) was not answered within ${SETTLE_MS / 1_000} s of the last fault`,
    }));
}

async function holdConversation(
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
  // A Signal needs a Workflow, which the first turn starts.
  if (describeWay(turn) !== 'signalled' || turn.turn === 1)
    return untilDone(talk, 'submit', () => conversation.submit(message));
  const workflow = talk.temporal.workflow.getHandle(conversation.workflowId);
  return untilDone(talk, 'signal', () => workflow.signal(POST_TURN, message));
}
