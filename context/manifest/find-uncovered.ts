import type { ContextManifest } from './manifest.js';

export function findUncovered(
  { sent, left }: Pick<ContextManifest, 'sent' | 'left'>,
  { currentSeq }: { currentSeq: number },
): number {
  const summary = sent.find((item) => item.from === 'summary');
  if (summary) return summary.coversThrough + 1;
  const ofThread = left.filter(({ from }) => from === 'conversation');
  // If the summary is too large to send, its messages still count as covered.
  const isCovered = ofThread.some(({ rule }) => rule === 'covered-by-summary');
  const windows = ofThread.filter(({ rule }) => rule === 'window');
  const raw = isCovered ? [] : sent.filter((item) => item.from === 'conversation');
  return Math.min(currentSeq, ...[...windows, ...raw].map(({ first }) => first));
}
