import { setTimeout as delay } from 'node:timers/promises';
import type { ConversationHandle } from '../../client/conversation/handle.js';
import { ThreadlineError } from '../../client/threadline-error.js';
import type { ChaosLoad, ChaosTurn } from './chaos-load.js';
import type { ChaosViolation } from './chaos-report.js';

/** A turn that was sent. */
export interface SentTurn {
  readonly turn: ChaosTurn;
  readonly turnId: string;
  readonly sentAt: number;
  /** Undefined: it was not answered before the run gave up. */
  answeredAt?: number;
}

/** The parts that all conversations of a run share. */
export interface Talk {
  readonly load: ChaosLoad;
  readonly sent: SentTurn[];
  readonly violations: ChaosViolation[];
  readonly errors: Record<string, number>;
  /** Aborts calls that are still under way when the run gives up. */
  readonly signal: AbortSignal;
  /** Whether a conversation that has sent so many turns sends no more. */
  isOver(turns: number): boolean;
}

/** Pauses between two turns, and before a call is made again. */
const PAUSE_MS = 300;

/**
 * Holds a conversation until the run is over: sends a turn or two, follows them, and makes every call that failed
 * again, as a careful program would.
 */
export async function holdConversation(
  talk: Talk,
  conversation: ConversationHandle,
  place: Pick<ChaosTurn, 'flow' | 'conversation'>,
): Promise<void> {
  let turn = 0;
  while (!talk.isOver(turn) && !talk.signal.aborted) {
    const together: SentTurn[] = [];
    // Every third time the second message comes before the first is answered.
    for (let count = turn % 3 === 2 ? 2 : 1; count > 0; count -= 1) {
      turn += 1;
      const sent: SentTurn = { turn: { ...place, turn }, turnId: `turn-${turn}`, sentAt: Date.now() };
      talk.sent.push(sent);
      together.push(sent);
      await submit(talk, conversation, sent);
    }
    await Promise.all(together.map((sent) => follow(talk, conversation, sent)));
    await delay(PAUSE_MS);
  }
}

async function submit(
  talk: Talk,
  conversation: ConversationHandle,
  { turn, turnId }: SentTurn,
): Promise<void> {
  const text = talk.load.say(turn);
  await untilDone(talk, 'submit', () => conversation.submit({ text, turnId }));
}

/** Reads the stream of a turn to its end, and goes on from the last event whenever it breaks. */
async function follow(talk: Talk, conversation: ConversationHandle, sent: SentTurn): Promise<void> {
  let shown = '';
  let from: string | undefined;
  let end: string | undefined;
  await untilDone(talk, 'stream', async () => {
    for await (const event of conversation.stream(sent.turnId, { from, signal: talk.signal })) {
      from = event.id;
      if (event.type === 'reset') shown = '';
      if (event.type === 'text-delta') shown += event.text;
      if (event.type === 'done') end = event.text;
      if (event.type === 'failed') end = `failed: ${event.errorType} ${event.message}`;
      if (event.type === 'cancelled') end = 'cancelled';
    }
  });
  if (talk.signal.aborted) return;
  sent.answeredAt = Date.now();
  const wanted = talk.load.answer(sent.turn);
  if (end !== wanted) report(talk, `${place(sent)} was told '${end}' instead of '${wanted}'`);
  else if (!shown.endsWith(wanted)) report(talk, `${place(sent)} showed '${shown}' instead of '${wanted}'`);
}

async function untilDone(talk: Talk, method: string, call: () => Promise<unknown>): Promise<void> {
  while (!talk.signal.aborted) {
    try {
      await call();
      return;
    } catch (error) {
      if (talk.signal.aborted) return;
      count(talk, method, error);
      await delay(PAUSE_MS);
    }
  }
}

function count({ errors, violations }: Talk, method: string, error: unknown): void {
  if (error instanceof ThreadlineError) {
    const name = `${method} ${error.type}`;
    errors[name] = (errors[name] ?? 0) + 1;
    return;
  }
  const [line = ''] = String(error).split('\n');
  violations.push({ rule: 'error', detail: `${method} threw ${line}` });
}

function report(talk: Talk, detail: string): void {
  talk.violations.push({ rule: 'streamed', detail });
}

function place({ turn, turnId }: SentTurn): string {
  return `${turnId} of conversation ${turn.conversation} (${turn.flow})`;
}
