import type { MessageForm } from '../explain/explained.js';
import { applyCut, rememberCut, type Cut } from './cut.js';
import { WHOLE, type ExplainFacts, type PlacedKind } from './kind.js';

export interface Given {
  from: 'input';
}

export interface Item {
  from: 'input';
  tokens: number;
  cut?: Cut;
}

/** The input of an execution outside a conversation. */
export const input: PlacedKind<Given, Item, Given> = {
  position: 'spoken',
  asks: true,
  remember: ({ from }, { tokens, cut, memory }) => ({
    from,
    tokens,
    cut: rememberCut(cut, memory),
  }),
  locate: ({ from }) => ({ from, place: 0 }),
  need: ({ cut }) => ({ own: [cut?.marker] }),
  render: ({ cut }, { sources }) => [{ role: 'user', content: applyCut(sources.input, cut, sources.text) }],
  place: 'input',
  name: ({ from }) => from,
  explain({ cut, tokens = 0 }, facts) {
    const form: MessageForm = cut ? { kind: 'cut', leftTokens: sumCut(facts) } : WHOLE;
    const text = cut ? facts.rows.input.slice(0, cut.head) : facts.rows.input;
    return [{ place: { from: 'input' }, role: 'user', tokens, form, text }];
  },
  fill: ({ tokens }) => ({ 'current message': tokens }),
};

function sumCut({ left }: ExplainFacts): number {
  return left
    .filter(({ from, rule }) => from === 'input' && rule === 'cut')
    .reduce((sum, { tokens }) => sum + tokens, 0);
}
