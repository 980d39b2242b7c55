import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { loadAncestry } from '../../../store/threads/load-ancestry.js';

/** The messages of a conversation that a model may look up, by their numbers. */
export interface VisibleRange {
  conversationId: number;
  /** Absent: the branch that the conversation is in. */
  branch?: number | undefined;
  /** The last cleared message; only later ones may be read. */
  after: number;
  /** The last message that may be read: the turn's own, or the one that a thread hangs on. */
  current: number;
  /** How many threads up it is from the model's own; 0 is that itself. */
  above: number;
}

/** An execution's thread, and its place in it. */
export type ExecutionPlace = Pick<
  ExecutionFacts,
  'conversationId' | 'clearedThrough' | 'currentSeq' | 'threadDepth'
>;

/**
 * The ranges that the model of an execution may look up: its own thread, then those above it from the nearest on, each
 * up to the message that the next one hangs on. Empty: it runs outside a conversation.
 */
export async function visibleRanges(
  db: Database,
  { conversationId, clearedThrough, currentSeq, threadDepth }: ExecutionPlace,
): Promise<VisibleRange[]> {
  if (conversationId === null || currentSeq === null) return [];
  const own = { conversationId, after: clearedThrough ?? 0, current: currentSeq, above: 0 };
  if (threadDepth === 0) return [own];
  const ancestors = await loadAncestry(db, conversationId);
  const ranges = ancestors.reverse().flatMap(({ anchor, cleared, ...ancestor }, at) => {
    const after = cleared.seq;
    if (anchor === null || anchor.seq <= after) return [];
    return [
      {
        conversationId: ancestor.conversationId,
        branch: ancestor.branch,
        after,
        current: anchor.seq,
        above: at + 1,
      },
    ];
  });
  return [own, ...ranges];
}
