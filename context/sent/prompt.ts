import { applyCut, rememberCut, type Cut } from './cut.js';
import type { PlacedKind } from './kind.js';
import { placedTextKind, type GivenText, type TextItem } from './text-kind.js';

export interface SentPrompt extends TextItem<'prompt'> {
  cut?: Cut;
}

const text = placedTextKind({ from: 'prompt', segment: 'current message' });

export const prompt: PlacedKind<GivenText<'prompt'>, SentPrompt, { from: 'prompt' }> = {
  ...text,
  asks: true,
  remember: (given, facts) => ({
    ...text.remember(given, facts),
    cut: rememberCut(facts.cut, facts.memory),
  }),
  need: (item) => ({ own: [item.text, item.cut?.marker] }),
  render: (item, { sources }) => [
    { role: 'user', content: applyCut(sources.text(item.text), item.cut, sources.text) },
  ],
};
