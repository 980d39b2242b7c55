import type { LeftRange } from '../message/left.js';
import { scaleTokens } from '../text/counters.js';
import type { CallRows, CompactedSteps, RowCounters, StepRow } from './call-rows.js';
import type { RenderedRows } from './render-rows.js';

export function leftOfRows(rows: CallRows, rendered: RenderedRows, counters: RowCounters): LeftRange[] {
  const { window, compacted, steps } = rows;
  return [
    ...(window ? window.left : isolatedInput(rows, counters)),
    ...rendered.left,
    ...compactedSteps(compacted, counters),
    ...(['hygiene', 'spilled'] as const).flatMap((rule) => partsOfSteps(steps, rule, counters)),
  ];
}

function isolatedInput({ execution, node }: CallRows, counters: RowCounters): LeftRange[] {
  const text = execution.input ?? '';
  if (node.prompt === undefined || text === '') return [];
  const plain = counters.countMessage({ role: 'user', content: text });
  const tokens = scaleTokens(plain, counters.tokenFactor);
  return [{ from: 'input', first: 0, last: 0, count: 1, tokens, rule: 'isolated' }];
}

function compactedSteps(compacted: CompactedSteps | undefined, { tokenFactor }: RowCounters): LeftRange[] {
  if (!compacted || compacted.count === 0) return [];
  const { first, last, count } = compacted;
  const tokens = scaleTokens(compacted.tokens, tokenFactor);
  return [{ from: 'trace', first, last, count, tokens, rule: 'compacted' }];
}

function partsOfSteps(
  steps: readonly StepRow[],
  rule: 'hygiene' | 'spilled',
  { tokenFactor }: RowCounters,
): LeftRange[] {
  const of = rule === 'hygiene' ? 'hygieneTokens' : 'spilledTokens';
  const rows = steps.filter((row) => row[of] > 0);
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return [];
  const tokens = rows.reduce((sum, row) => sum + scaleTokens(row[of], tokenFactor), 0);
  return [{ from: 'trace', first: first.step, last: last.step, count: rows.length, tokens, rule }];
}
