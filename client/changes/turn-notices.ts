import type { ChangeListener } from '../../store/listen.js';
import { endedWorkflowId } from '../../store/notify.js';
import { parseTurnWorkflowId } from '../../protocol/parse-turn-workflow-id.js';

/** A turn of a conversation that began or ended, or changes that nobody was told of. */
export type ConversationChange =
  | {
      type: 'turn-began' | 'turn-ended';
      flow: string;
      /** Empty: the plain conversation. */
      channel: string;
      /** A sub-thread of it; null: the conversation itself. */
      thread: string | null;
      turnId: string;
    }
  /** Changes are told from here on; before it some may have been missed: look again. */
  | { type: 'told-from-here' };

/** Tells which turns of a user begin and end, from the notices of Postgres alone: without a statement. */
export interface TurnNotices {
  /** Returns a function that ends the subscription. */
  on(user: string, hear: (change: ConversationChange) => void): () => void;
}

/** Turns whose end is never told, as that of a lost database, are forgotten with all others at this number. */
const MAX_RUNNING = 10_000;

/** Makes of the notices of all executions those that its subscribers wait for; each notice is read once for all of them. */
export function createTurnNotices(listener: ChangeListener): TurnNotices {
  const hearers = new Map<string, Set<(change: ConversationChange) => void>>();
  /** Turns that were told as begun: their later notices are of what they say. */
  const running = new Set<string>();
  let stop: (() => void) | undefined;
  let isBegun = false;
  return {
    on(user, hear) {
      const set = hearers.get(user) ?? new Set();
      hearers.set(user, set.add(hear));
      if (stop === undefined) stop = listener.onAll(notice);
      else if (isBegun) hear({ type: 'told-from-here' });
      return () => {
        set.delete(hear);
        if (set.size === 0 && hearers.get(user) === set) hearers.delete(user);
        if (hearers.size > 0) return;
        stop?.();
        stop = undefined;
        isBegun = false;
        running.clear();
      };
    },
  };

  function notice(payload: string | undefined): void {
    if (payload === undefined) {
      isBegun = true;
      running.clear();
      for (const set of hearers.values()) for (const hear of set) hear({ type: 'told-from-here' });
      return;
    }
    const ended = endedWorkflowId(payload);
    const id = ended ?? payload;
    if (ended === undefined && running.has(id)) return;
    const turn = parseTurnWorkflowId(id);
    if (turn === undefined) return;
    if (running.size >= MAX_RUNNING) running.clear();
    if (ended === undefined) running.add(id);
    else running.delete(id);
    const { flow, user, channel = '', thread = null, turnId } = turn;
    const type = ended === undefined ? 'turn-began' : 'turn-ended';
    for (const hear of hearers.get(user) ?? []) hear({ type, flow, channel, thread, turnId });
  }
}
