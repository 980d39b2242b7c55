import type { ContextManifest } from '../manifest.js';

/**
 * Place of a message of the thread that no summary covered as far as the plan knew: the one after its summary, or the first that
 * it took for itself. Where all of these may have been covered, it is the turn's own.
 */
export function findUncovered(
  { sent, left }: Pick<ContextManifest, 'sent' | 'left'>,
  { currentSeq }: { currentSeq: number },
): number {
  const summary = sent.find((item) => item.from === 'summary');
  if (summary !== undefined) return summary.coversThrough + 1;
  const ofThread = left.filter(({ from }) => from === 'conversation');
  // A window begins before the end of its summary, and one that was too large to send still covers.
  const isCovered = ofThread.some(({ rule }) => rule === 'covered-by-summary');
  const windows = ofThread.filter(({ rule }) => rule === 'window');
  const raw = isCovered ? [] : sent.filter((item) => item.from === 'conversation');
  return Math.min(currentSeq, ...[...windows, ...raw].map(({ first }) => first));
}
