import { groupBy } from '../../trajectory/render/group-by.js';
import type { ChaosLoad } from './chaos-load.js';
import type { ChaosRows } from './read-rows.js';
import type { ChaosViolation } from './chaos-report.js';
import type { SentTurn } from './talk.js';

/** Compares what is stored at the end of a run with the turns that were sent. Pure. */
export function checkRows(
  rows: ChaosRows,
  { load, sent }: { load: ChaosLoad; sent: readonly SentTurn[] },
): ChaosViolation[] {
  return [...checkThreads(rows, { load, sent }), ...checkCalls(rows, { load, sent }), ...checkOpen(rows)];
}

/** Each thread must be the turns that were sent: question, answer, question, answer. */
function checkThreads(
  { messages }: ChaosRows,
  { load, sent }: { load: ChaosLoad; sent: readonly SentTurn[] },
): ChaosViolation[] {
  const stored = groupBy(messages, ({ conversation }) => conversation);
  const wanted = groupBy(sent, ({ turn }) => turn.conversation);
  return [...wanted].flatMap(([conversation, turns]): ChaosViolation[] => {
    const have = (stored.get(conversation) ?? []).map(({ content }) => content);
    const want = turns.flatMap(({ turn }) => [load.say(turn), load.answer(turn)]);
    const length = Math.max(have.length, want.length);
    const at = Array.from({ length }).findIndex((_, index) => have[index] !== want[index]);
    if (at === -1) return [];
    const detail = `message ${at + 1} of conversation ${conversation} is '${have[at]}' instead of '${want[at]}' (${have.length} messages instead of ${want.length})`;
    return [{ rule: 'thread', detail }];
  });
}

function checkCalls(
  { calls }: ChaosRows,
  { load, sent }: { load: ChaosLoad; sent: readonly SentTurn[] },
): ChaosViolation[] {
  return sent.flatMap(({ turn, turnId }): ChaosViolation[] => {
    const counted = calls.get(`${turn.conversation}/${turnId}`) ?? 0;
    const wanted = load.modelCalls(turn);
    if (counted === wanted) return [];
    const detail = `${turnId} of conversation ${turn.conversation} has ${counted} counted model calls instead of ${wanted}`;
    return [{ rule: 'counted', detail }];
  });
}

function checkOpen({ open }: ChaosRows): ChaosViolation[] {
  return Object.entries(open)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => ({ rule: 'unfinished', detail: `${count} ${name}` }));
}
