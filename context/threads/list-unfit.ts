import { aboveBudgets } from './above-budgets.js';
import { lastPlain, lastReplaced, type AboveLevel } from './above-level.js';

export interface AboveRule {
  room: number;
  tokens: readonly number[] | undefined;
}

export interface UnfitLevel<Level> {
  level: Level;
  after: number;
  last: number;
  runningTokens: number;
  room: number;
}

export const QUOTE_TOKENS = 10;
const HEADING_TOKENS = 40;

/** Lists the levels that need a summary closer to the next anchor. */
export function listUnfit<Level extends Pick<AboveLevel, 'depth' | 'cleared' | 'summary' | 'anchor'>>(
  levels: readonly Level[],
  { room, tokens }: AboveRule,
): UnfitLevel<Level>[] {
  const budgets = aboveBudgets(
    levels.map(({ depth }) => depth),
    { room, tokens },
  );
  return levels.flatMap((level, at) => {
    const { anchor, cleared, summary } = level;
    if (anchor === null) return [];
    const after = lastReplaced(level);
    const last = lastPlain(anchor);
    const runningTokens = anchor.runningTokens - (anchor.isWhole ? anchor.tokens : 0);
    const replaced = Math.max(cleared.runningTokens, summary?.runningTokens ?? 0);
    const cost = runningTokens - replaced + QUOTE_TOKENS * (last - after);
    const fits = (budgets[at] ?? 0) - HEADING_TOKENS;
    return last > after && cost > fits
      ? [{ level, after, last, runningTokens, room: Math.max(0, fits) }]
      : [];
  });
}
