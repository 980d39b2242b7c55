import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { loadAncestry } from '../../../store/threads/load-ancestry.js';

export interface VisibleRange {
  conversationId: number;
  branch?: number | undefined;
  after: number;
  /** The last visible message: the turn's message, or in a parent the thread's anchor. */
  current: number;
  above: number;
}

export type ExecutionPlace = Pick<
  ExecutionFacts,
  'conversationId' | 'clearedThrough' | 'currentSeq' | 'threadDepth'
>;

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
