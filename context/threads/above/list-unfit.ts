import { aboveBudgets } from './above-budgets.js';
import { lastPlain, lastReplaced, type AboveLevel } from './above-level.js';

/** The room that levels above a thread have in its calls. */
export interface AboveRule {
  /** Plain tokens that all levels may have together. */
  room: number;
  /** Tokens of summaries by the depth of their thread; undefined: the default. */
  tokens: readonly number[] | undefined;
}

/** A level of which more is neither covered nor cleared than can be quoted. */
export interface UnfitLevel<Level> {
  level: Level;
  /** The messages after this place and up to that one. */
  after: number;
  last: number;
  /** Plain tokens of the level's thread up to and with the last. */
  runningTokens: number;
  /** Plain tokens that the messages may have to be quoted whole, each counted with `QUOTE_TOKENS` more. */
  room: number;
}

/** The tokens that quoting adds to a message of a few lines: its speaker's name and the marks of its lines. */
export const QUOTE_TOKENS = 10;
/** The tokens of the line above quoted messages. */
const HEADING_TOKENS = 40;

/** Lists the levels above a thread, root first, that a summary should bring nearer to what the next one hangs on. */
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
