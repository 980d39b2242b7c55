import type { MessageForm } from './explained.js';
import { rememberCut, type Cut } from './cut.js';
import { WHOLE, type ExplainFacts, type PlacedKind } from './kind.js';
import { showAttached } from './show-attached.js';

/** A free number, because positions in a thread start at 1. */
export const INPUT_PLACE = 0;

export interface PlannedInput {
  from: 'input';
}

export interface SentInput {
  from: 'input';
  tokens: number;
  cut?: Cut;
}

export const input: PlacedKind<PlannedInput, SentInput, PlannedInput> = {
  position: 'spoken',
  asks: true,
  remember: ({ from }, { tokens, cut, memory }) => ({
    from,
    tokens,
    cut: rememberCut(cut, memory),
  }),
  locate: ({ from }) => ({ from, place: INPUT_PLACE }),
  need: ({ cut }) => ({ own: [cut?.marker] }),
  render({ cut }, { sources, attachments }) {
    const message = { text: sources.input, attachments: sources.inputAttachments };
    const how = { sent: attachments?.get(INPUT_PLACE), cut, recall: sources.text };
    return [{ role: 'user', content: showAttached(message, how) }];
  },
  place: 'input',
  name: ({ from }) => from,
  explain({ cut, tokens = 0 }, facts) {
    const form: MessageForm = cut ? { kind: 'cut', leftTokens: sumCut(facts) } : WHOLE;
    const text = cut ? facts.rows.input.slice(0, cut.head) : facts.rows.input;
    const shown = facts.attachments.find(({ seq }) => seq === INPUT_PLACE)?.shown.length;
    return [{ place: { from: 'input' }, role: 'user', tokens, form, images: shown || undefined, text }];
  },
  fill: ({ tokens }) => ({ 'current message': tokens }),
};

function sumCut({ left }: ExplainFacts): number {
  return left
    .filter(({ from, rule }) => from === 'input' && rule === 'cut')
    .reduce((sum, { tokens }) => sum + tokens, 0);
}
