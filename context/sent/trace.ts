import type { ModelMessage } from '@ai-sdk/provider-utils';
import { listResults, type ToolMessage } from '../message/entries.js';
import type { Explained } from './explained.js';
import type { TraceBeginning } from './explain-rows.js';
import { traceBeginning } from './trace-beginning.js';
import { scaleTokens } from '../text/counters.js';
import { pointAt } from '../results/show-pointer.js';
import { WHOLE, type ExplainFacts, type PlacedKind, type RenderFacts, type SentPointer } from './kind.js';
import type { PlaceRange } from '../message/needs.js';
import { toTraceMessage, type TraceEntry } from './sources.js';

export interface PlannedTrace {
  from: 'trace';
  step: number;
  ordinal: number;
}

export interface SentTrace extends PlaceRange {
  from: 'trace';
  tokens: number;
}

export const trace: PlacedKind<PlannedTrace, SentTrace, PlannedTrace> = {
  position: 'spoken',
  remember: ({ from, step }, { tokens }) => ({ from, first: step, last: step, tokens }),
  // Joins ranges across gaps, which are steps without a message.
  join: (last, next) => ({ ...last, last: next.last, tokens: last.tokens + next.tokens }),
  locate: ({ from, step }) => ({ from, place: step }),
  need: ({ first, last }) => ({ trace: { first, last } }),
  render: ({ first, last }, facts) =>
    facts.sources.trace
      .filter(({ step }) => step >= first && step <= last)
      .map((row) => renderRow(row, facts)),
  place: 'trace',
  name: ({ step, ordinal }) => (ordinal === 0 ? `step ${step}` : `step ${step} result ${ordinal}`),
  explain: ({ first, last }, facts) =>
    facts.rows.trace
      .filter(({ step }) => step >= first && step <= last)
      // A row without tokens had no content that could be sent.
      .filter(({ tokens }) => tokens > 0)
      .map((row) => explainRow(row, facts)),
  fill: ({ tokens }) => ({ 'own steps': tokens }),
};

function renderRow(row: TraceEntry, { pointers, sources }: RenderFacts): ModelMessage {
  const message = toTraceMessage(row);
  const pointer = findPointer(pointers, row);
  if (!pointer) return message;
  const how = { pointer: sources.text(pointer.text), keepsPictures: pointer.rule === 'evicted' };
  const content: ToolMessage['content'] = listResults(message).map((result) => ({
    ...result,
    output: pointAt(result.output, how),
  }));
  return { role: 'tool', content };
}

function explainRow(row: TraceBeginning, facts: ExplainFacts): Explained<PlannedTrace> {
  const { rows, pointers, tokenFactor } = facts;
  const { step, ordinal, role } = row;
  const pointer = role === 'tool' ? findPointer(pointers, row) : undefined;
  const stored = scaleTokens(row.tokens, tokenFactor);
  const spilled = scaleTokens(row.spilledTokens, tokenFactor);
  const lifted = facts.pictures.find((one) => one.step === step && one.ordinal === ordinal);
  const tokens = pointer?.tokens ?? lifted?.tokens ?? stored;
  const rule = pointer?.rule ?? 'spilled';
  return {
    place: { from: 'trace', step, ordinal },
    role,
    tokens,
    form: pointer || spilled > 0 ? { kind: 'pointer', leftTokens: spilled + stored - tokens, rule } : WHOLE,
    images: lifted?.count,
    text: (pointer && rows.texts.get(pointer.text)) ?? traceBeginning(row.parts),
  };
}

function findPointer(
  pointers: readonly SentPointer[],
  { step, ordinal }: { step: number; ordinal: number },
): SentPointer | undefined {
  return pointers.find((one) => one.step === step && one.ordinal === ordinal);
}
