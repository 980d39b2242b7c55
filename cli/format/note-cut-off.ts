import type { Output } from './output.js';

export function noteCutOff(output: Output, { shown, limit }: { shown: number; limit: number }): void {
  if (shown >= limit)
    output.note(output.noteStyle.dim(`Only the newest ${limit} are shown; raise --limit for older ones`));
}
