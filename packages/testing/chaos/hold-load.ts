import { setTimeout as delay } from 'node:timers/promises';
import type { TestSystem } from '../test-system.js';
import type { ChaosViolation } from './chaos-report.js';
import { readOpen, toUser } from './read-rows.js';
import { holdConversation } from './hold-conversation.js';
import type { SentTurn, Talk } from './talk.js';

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

/** The check reports what is open. */
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
