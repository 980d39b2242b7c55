import type { SentItem, SentPassages } from '../../../context/manifest.js';
import type { QuotedPassage } from '../../../context/retrieval/render-passages.js';
import type { TextMemory } from './text-memory.js';

/** A system message of ours that leads what is sent: what stands for messages that are not sent. */
export type LeadingText = { text: string } & (
  | { from: 'compaction'; step: number }
  | { from: 'ancestor' | 'anchor' }
  | {
      from: 'summary';
      ordinal: number;
      coversThrough: number;
      /** The text begins with it; the rest is the stored summary, or with `isCut` the beginning of it. */
      heading: string;
      isCut: boolean;
    }
  | { from: 'passages'; passages: SentPassages['passages']; found: readonly QuotedPassage[] }
);

/** How a manifest says that it is sent. */
export function leadingItem(
  leading: LeadingText,
  { tokens, memory }: { tokens: number; memory: TextMemory },
): SentItem {
  switch (leading.from) {
    case 'compaction':
      return { from: leading.from, step: leading.step, text: memory.keep(leading.text), tokens };
    case 'ancestor':
    case 'anchor':
      return { from: leading.from, text: memory.keep(leading.text), tokens };
    case 'summary': {
      const { from, ordinal, coversThrough, heading, text, isCut } = leading;
      const cut = isCut ? { text: memory.keep(text.slice(heading.length)) } : {};
      return { from, ordinal, coversThrough, heading: memory.share(heading), ...cut, tokens };
    }
    case 'passages':
      return { from: leading.from, layout: 1, passages: leading.passages, tokens };
  }
}
