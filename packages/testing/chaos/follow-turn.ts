import type { ConversationHandle } from '../../../client/conversation/handle.js';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { untilDone, type SentTurn, type Talk } from './talk.js';
import { describeWay } from './turn-way.js';

interface Screen {
  shown: string;
  from: string | undefined;
  executionId: string;
  end: string | undefined;
  acted: boolean;
}

export async function followTurn(
  talk: Talk,
  conversation: ConversationHandle,
  sent: SentTurn,
): Promise<void> {
  const screen: Screen = { shown: '', from: undefined, executionId: '', end: undefined, acted: false };
  const way = describeWay(sent.turn);
  const turn: FollowedTurn = { talk, conversation, sent, screen };
  // The second turn of a pair is canceled in the queue.
  if (way === 'cancelled' && sent.turn.turn % 2 === 0) await cancel(turn);
  await untilDone(talk, 'stream', () => readOn(turn));
  if (talk.signal.aborted) return;
  sent.answeredAt = Date.now();
  check(turn);
}

interface FollowedTurn {
  readonly talk: Talk;
  readonly conversation: ConversationHandle;
  readonly sent: SentTurn;
  readonly screen: Screen;
}

async function readOn(turn: FollowedTurn): Promise<void> {
  const { talk, conversation, sent, screen } = turn;
  while (screen.end === undefined) {
    const leave = new AbortController();
    const signal = AbortSignal.any([talk.signal, leave.signal]);
    for await (const event of conversation.stream(sent.turnId, { from: screen.from, signal })) {
      screen.from = event.id;
      show(screen, event);
      if (event.type === 'approval') await confirm(turn, event);
      if (event.type === 'text-delta' && !screen.acted) {
        if (describeWay(sent.turn) === 'cancelled') await cancel(turn);
        if (describeWay(sent.turn) === 'left') leave.abort();
        screen.acted = true;
      }
    }
    if (talk.signal.aborted) return;
  }
}

function show(screen: Screen, event: TurnEvent): void {
  if (event.type === 'started') screen.executionId = event.executionId;
  if (event.type === 'reset') screen.shown = '';
  if (event.type === 'text-delta') screen.shown += event.text;
  if (event.type === 'done') screen.end = event.text;
  if (event.type === 'failed') screen.end = `failed: ${event.errorType} ${event.message}`;
  if (event.type === 'cancelled') screen.end = 'cancelled';
}

async function cancel({ talk, conversation, sent, screen }: FollowedTurn): Promise<void> {
  screen.acted = true;
  await untilDone(talk, 'cancel', () => conversation.cancel(sent.turnId));
}

async function confirm(
  { talk }: FollowedTurn,
  { executionId, nodeId, iteration, call }: Extract<TurnEvent, { type: 'approval' }>,
): Promise<void> {
  await untilDone(talk, 'answer', async () => {
    try {
      await talk.client.executions.answer(executionId, {
        nodeId,
        iteration,
        call: call ?? undefined,
        answer: 'yes',
      });
    } catch (error) {
      // An earlier answer had arrived, or the turn was canceled.
      if (!(error instanceof ThreadlineError && error.type === 'Approval.NotWaiting')) throw error;
    }
  });
}

function check({ talk, sent, screen: { end, shown } }: FollowedTurn): void {
  if (end === 'cancelled' && describeWay(sent.turn) === 'cancelled') return;
  const wanted = talk.load.answer(sent.turn);
  if (end !== wanted) report(talk, `${place(sent)} got '${end}' instead of '${wanted}'`);
  else if (!shown.endsWith(wanted)) report(talk, `${place(sent)} showed '${shown}' instead of '${wanted}'`);
}

function report(talk: Talk, detail: string): void {
  talk.violations.push({ rule: 'streamed', detail });
}

function place({ turn, turnId }: SentTurn): string {
  return `${turnId} of conversation ${turn.conversation} (${turn.flow})`;
}
