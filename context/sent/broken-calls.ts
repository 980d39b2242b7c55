import { WHOLE, type PlacedKind } from './kind.js';

export interface Given {
  from: 'broken-calls';
  seq: number;
  text: string;
}

export interface Item {
  from: 'broken-calls';
  seq: number;
  text: string;
  tokens: number;
}

export interface Place {
  from: 'broken-calls';
  seq: number;
}

export const brokenCalls: PlacedKind<Given, Item, Place> = {
  position: 'spoken',
  remember: ({ from, seq, text }, { tokens, memory }) => ({ from, seq, text: memory.keep(text), tokens }),
  locate: ({ seq }) => ({ from: 'conversation', place: seq }),
  need: ({ text }) => ({ own: [text] }),
  render: ({ text }, { sources }) => [{ role: 'user', content: sources.text(text) }],
  place: 'broken-calls',
  name: ({ seq }) => `tool calls of the broken turn at message ${seq}`,
  explain: ({ from, seq, text, tokens = 0 }, { rows }) => [
    { place: { from, seq }, role: 'user', tokens, form: WHOLE, text: rows.texts.get(text) ?? '' },
  ],
  fill: ({ tokens }) => ({ notes: tokens }),
};
