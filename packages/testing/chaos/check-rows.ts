import { groupBy } from '../../../protocol/group-by.js';
import type { ChaosLoad } from './chaos-load.js';
import type { ChaosRows } from './read-rows.js';
import type { ChaosViolation } from './chaos-report.js';
import type { SentTurn } from './talk.js';
import { describeWay } from './turn-way.js';

export function checkRows(
  rows: ChaosRows,
  { load, sent }: { load: ChaosLoad; sent: readonly SentTurn[] },
): ChaosViolation[] {
  return [...checkThreads(rows, { load, sent }), ...checkCalls(rows, { load, sent }), ...checkOpen(rows)];
}

/** A canceled turn may lack its message and its answer. */
function checkThreads(
  { messages }: ChaosRows,
  { load, sent }: { load: ChaosLoad; sent: readonly SentTurn[] },
): ChaosViolation[] {
  const stored = groupBy(messages, ({ conversation }) => conversation);
  const wanted = groupBy(sent, ({ turn }) => turn.conversation);
  return [...wanted].flatMap(([conversation, turns]): ChaosViolation[] => {
    const have = (stored.get(conversation) ?? []).map(({ content }) => content);
    const wrong = findWrong(have, turns, load);
    if (!wrong) return [];
    const detail = `message ${wrong.at + 1} of conversation ${conversation} is '${have[wrong.at]}' instead of '${wrong.wanted}' (${have.length} messages of ${turns.length} turns)`;
    return [{ rule: 'thread', detail }];
  });
}

function findWrong(
  have: readonly string[],
  turns: readonly SentTurn[],
  load: ChaosLoad,
): { at: number; wanted: string | undefined } | undefined {
  let at = 0;
  for (const { turn } of turns) {
    const [question, answer] = [load.say(turn), load.answer(turn)];
    if (describeWay(turn) === 'cancelled') {
      if (have[at] !== question) continue;
      at += 1;
      if (have[at] !== undefined && answer.startsWith(have[at] ?? '')) at += 1;
      continue;
    }
    for (const wanted of [question, answer]) {
      if (have[at] !== wanted) return { at, wanted };
      at += 1;
    }
  }
  return at === have.length ? undefined : { at, wanted: undefined };
}

function checkCalls(
  { calls }: ChaosRows,
  { load, sent }: { load: ChaosLoad; sent: readonly SentTurn[] },
): ChaosViolation[] {
  return sent.flatMap(({ turn, turnId }): ChaosViolation[] => {
    const counted = calls.get(`${turn.conversation}/${turnId}`) ?? 0;
    const wanted = load.modelCalls(turn);
    const mayLack = describeWay(turn) === 'cancelled';
    if (counted === wanted || (mayLack && counted < wanted)) return [];
    const detail = `${turnId} of conversation ${turn.conversation} has ${counted} counted model calls instead of ${wanted}`;
    return [{ rule: 'counted', detail }];
  });
}

function checkOpen({ open }: ChaosRows): ChaosViolation[] {
  return Object.entries(open)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => ({ rule: 'unfinished', detail: `${count} ${name}` }));
}
