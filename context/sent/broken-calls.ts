import { WHOLE, type PlacedKind } from './kind.js';

export interface PlannedBrokenCalls {
  from: 'broken-calls';
  seq: number;
  text: string;
}

export interface SentBrokenCalls {
  from: 'broken-calls';
  seq: number;
  text: string;
  tokens: number;
}

export interface BrokenCallsPlace {
  from: 'broken-calls';
  seq: number;
}

export const brokenCalls: PlacedKind<PlannedBrokenCalls, SentBrokenCalls, BrokenCallsPlace> = {
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
