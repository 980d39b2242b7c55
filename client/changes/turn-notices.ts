import type { ChangeListener } from '../../store/listen.js';
import { endedWorkflowId } from '../../store/notify.js';
import type { ConversationChange } from '../../views/event.js';
import { parseTurnWorkflowId } from '../../protocol/parse-workflow-id.js';

/** Derived from Postgres notices, without queries. */
export interface TurnNotices {
  on(user: string, onChange: (change: ConversationChange) => void): () => void;
}

/** Cleared at this size, because some ends are never reported. */
const MAX_RUNNING = 10_000;

export function createTurnNotices(listener: ChangeListener): TurnNotices {
  const listeners = new Map<string, Set<(change: ConversationChange) => void>>();
  const running = new Set<string>();
  let stop: (() => void) | undefined;
  let isBegun = false;
  return {
    on(user, onChange) {
      const set = listeners.get(user) ?? new Set();
      listeners.set(user, set.add(onChange));
      if (!stop) stop = listener.onAll(notice);
      else if (isBegun) onChange({ type: 'resync' });
      return () => {
        set.delete(onChange);
        if (set.size === 0 && listeners.get(user) === set) listeners.delete(user);
        if (listeners.size > 0) return;
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
      for (const set of listeners.values()) for (const onChange of set) onChange({ type: 'resync' });
      return;
    }
    const ended = endedWorkflowId(payload);
    const id = ended ?? payload;
    if (ended === undefined && running.has(id)) return;
    const turn = parseTurnWorkflowId(id);
    if (!turn) return;
    if (running.size >= MAX_RUNNING) running.clear();
    if (ended === undefined) running.add(id);
    else running.delete(id);
    const { flow, user, channel = '', thread = null, turnId } = turn;
    const type = ended === undefined ? 'turn-began' : 'turn-ended';
    for (const onChange of listeners.get(user) ?? []) onChange({ type, flow, channel, thread, turnId });
  }
}
