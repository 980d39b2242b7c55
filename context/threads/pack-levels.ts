import { BROKEN_OFF } from '../message/broken-off.js';
import { nameLevel } from './above-level.js';
import { answersAtLength } from '../retrieval/answer-ratio.js';
import { chooseScored } from '../retrieval/choose-passages.js';
import type { CorpusFacts, PassageRow, RankedPassage } from '../retrieval/passage-row.js';
import type { Query } from '../retrieval/query.js';
import type { QuestionKind } from '../retrieval/question-kind.js';
import { scorePassages } from '../retrieval/rank-passages.js';
import {
  frameTokens,
  passageOverhead,
  renderPassages,
  type QuotedPassage,
} from '../retrieval/render-passages.js';
import { weighAnswers } from '../retrieval/weigh-answers.js';

export interface FoundLevel {
  conversationId: number;
  branch?: number | undefined;
  depth: number;
  rows: readonly PassageRow[];
  facts: CorpusFacts;
}

export interface PackedLevel {
  conversationId: number;
  branch?: number | undefined;
  depth: number;
  passages: readonly PassageRow[];
}

/** Longer than any thread. */
const LEVEL_SPAN = 1_000_000_000;

interface PackLevelsInput {
  query: Query;
  kind: QuestionKind;
  budgetTokens: number;
  countText: (text: string) => number;
}

export function packLevels(
  levels: readonly FoundLevel[],
  { query, kind, budgetTokens, countText }: PackLevelsInput,
): PackedLevel[] {
  const each = levels.map(({ rows, facts }, at) => {
    const scored = scorePassages({ query, rows, facts, kind });
    return { scored: apart(scored, at), ranked: apart(weighAnswers(scored, facts), at) };
  });
  const ranked = each.flatMap((level) => level.ranked);
  const names = [...new Set(ranked.flatMap(({ row }) => row.name ?? []))];
  const overhead = passageOverhead(countText, names);
  const headers = levels.reduce((sum, { depth }) => sum + frameTokens(countText, nameLevel(depth)), 0);
  const chosen = chooseScored({
    kind,
    scored: each.flatMap((level) => level.scored),
    ranked,
    isAtLength: levels.some(({ facts }) => answersAtLength(facts)),
    budgetTokens,
    overheadTokens: { ...overhead, header: headers },
  });
  return levels.flatMap(({ conversationId, branch, depth }, at) => {
    const passages = chosen
      .filter(({ seq }) => Math.floor(seq / LEVEL_SPAN) === at)
      .map((row) => ({ ...row, seq: row.seq % LEVEL_SPAN, session: row.session % LEVEL_SPAN }));
    return passages.length === 0 ? [] : [{ conversationId, branch, depth, passages }];
  });
}

export function renderLevels(levels: readonly { depth: number; found: readonly QuotedPassage[] }[]): string {
  return levels
    .map(({ depth, found }) => renderPassages(found, { place: nameLevel(depth), mark: BROKEN_OFF }))
    .join('\n');
}

function apart(ranked: readonly RankedPassage[], at: number): RankedPassage[] {
  const offset = at * LEVEL_SPAN;
  return ranked.map(({ row, score }) => ({
    row: { ...row, seq: row.seq + offset, session: row.session + offset },
    score,
  }));
}
