import type { LeftRange } from '../message/left.js';
import { scaleTokens } from '../text/counters.js';
import type { StandingReference } from '../message/needs.js';
import type { PlacedStatement } from './placed-statement.js';
import { dayLine, renderStanding, requestLine, type ShownRequest } from './render-standing.js';
import { settleStanding } from './settle-standing.js';

export interface SelectedStanding {
  selected:
    { text: string; requests: readonly StandingReference[]; rendered: readonly ShownRequest[] } | undefined;
  left: readonly LeftRange[];
}

export interface SelectStandingInput {
  statements: readonly PlacedStatement[];
  depth: number;
  room: number;
  countText: (text: string) => number;
  tokenFactor: number;
}

export function selectStanding(input: SelectStandingInput): SelectedStanding {
  const { statements, depth } = input;
  const standing = settleStanding(statements)
    .filter(({ outcome }) => outcome.kind === 'stands')
    .map(({ statement }) => statement);
  if (standing.length === 0) return { selected: undefined, left: [] };
  const { chosen, unfit } = chooseNewest(standing, input);
  const rendered = chosen.map(({ text, atMs }) => ({ text, atMs }));
  const requests = chosen.map(({ seq, ordinal, tokens, depth: of }): StandingReference => {
    return of === depth ? [seq, ordinal, tokens] : [seq, ordinal, tokens, of];
  });
  return {
    selected: chosen.length === 0 ? undefined : { text: renderStanding(rendered), requests, rendered },
    left: leftOut(unfit, input),
  };
}

type CountedStatement = PlacedStatement & { tokens: number };

function chooseNewest(
  standing: readonly PlacedStatement[],
  { room, countText }: SelectStandingInput,
): { chosen: CountedStatement[]; unfit: CountedStatement[] } {
  const chosen: CountedStatement[] = [];
  const unfit: CountedStatement[] = [];
  let free = room - countText(renderStanding([]));
  for (const statement of standing.toReversed()) {
    const day = dayLine(statement.atMs);
    const tokens = countText(`\n${requestLine(statement.text)}`);
    const [next] = chosen;
    const isSameDay = next !== undefined && dayLine(next.atMs) === day;
    const needed = tokens + (isSameDay ? 0 : countText(`\n${day}`));
    const fits = needed <= free;
    (fits ? chosen : unfit).unshift({ ...statement, tokens });
    if (fits) free -= needed;
  }
  return { chosen, unfit };
}

/** One range per level, instead of one per request, keeps the manifest small. */
function leftOut(
  unfit: readonly CountedStatement[],
  { depth, tokenFactor }: SelectStandingInput,
): LeftRange[] {
  return [...new Set(unfit.map((one) => one.depth))].map((of): LeftRange => {
    const those = unfit.filter((one) => one.depth === of);
    const seqs = those.map(({ seq }) => seq);
    const tokens = those.reduce((sum, one) => sum + scaleTokens(one.tokens, tokenFactor), 0);
    const count = new Set(seqs).size;
    const range = {
      first: Math.min(...seqs),
      last: Math.max(...seqs),
      count,
      tokens,
      rule: 'standing',
    } as const;
    return of === depth ? { from: 'conversation', ...range } : { from: 'ancestor', depth: of, ...range };
  });
}
