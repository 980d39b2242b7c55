import type { ModelMessage } from '@ai-sdk/provider-utils';
import { buildCall } from '../../../context/call/build-call.js';
import type { CallContents } from '../../../context/call/call-contents.js';
import type { CallInput } from '../../../context/call/call-input.js';
import { toCallModel, type CallModel } from '../../../context/call/to-call-model.js';
import type {
  CallExecution,
  CallNode,
  CallRows,
  StepRow,
  RawMessage,
} from '../../../context/call/call-rows.js';
import { shareSearches, type LookedUp, type LookUp, type Searches } from '../../../context/call/look-up.js';
import { planCall, type PlannedCall } from '../../../context/call/plan-call.js';
import { chooseWindow, leftOfHistory, windowQuery } from '../../../context/call/history-window.js';
import type { Grammar } from '../../../context/grammar/grammar.js';
import type { TemplateRules } from '../../../context/grammar/request-template.js';
import { renderLevels } from '../../../context/threads/pack-levels.js';
import { BROKEN_OFF } from '../../../context/message/broken-off.js';
import { renderPassages } from '../../../context/retrieval/render-passages.js';
import { DEFAULT_CONTEXT_SETTINGS } from '../../../context/plan/settings.js';
import type { PlacedStatement } from '../../../context/standing/placed-statement.js';
import { renderAbove } from '../../../context/threads/render-above.js';
import { resolveWindow } from '../../../context/plan/window.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import type { Attachment } from '../../../context/message/attachment.js';
import type { Omission } from '../../../context/message/omission.js';
import { toPrompt } from '../../../models/stream/to-prompt.js';
import { toLevels, type StoredLevel } from './arbitrary-above.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import { createCounting } from '../../../models/counting/model-counting.js';
import type { TextWeights } from '../../../context/text/text-weights.js';

export interface StoredMessage {
  role: 'user' | 'assistant';
  content: string;
  isIndexed: boolean;
  omitted: Omission | null;
  isPartial?: boolean | undefined;
  brokenCalls?: string | null | undefined;
  attachments?: readonly Attachment[] | undefined;
}

export interface CallDraft {
  thread: readonly StoredMessage[];
  execution: Omit<CallExecution, 'conversationId' | 'currentSeq'>;
  node: CallNode;
  compaction: CallRows['compaction'];
  steps: readonly StepRow[];
  summary: string;
  standing: readonly PlacedStatement[];
  above: readonly StoredLevel[];
  grammar: Grammar;
  template: TemplateRules | undefined;
  takesPictures: boolean;
  tokenFactor: number;
  textWeights?: TextWeights | undefined;
  contextWindow: number;
  maxOutputTokens: number;
  weighHeading?: (seq: number) => number;
  call: Pick<
    CallInput,
    | 'node'
    | 'tools'
    | 'finders'
    | 'readers'
    | 'isToolless'
    | 'budgetShare'
    | 'tokenLimit'
    | 'added'
    | 'output'
  >;
}

export interface PlannedDraft {
  draft: CallDraft;
  rows: CallRows;
  contents: CallContents;
  planned: PlannedCall;
}

export function planDraft(draft: CallDraft): PlannedDraft | undefined {
  const { tokenFactor, grammar, template, maxOutputTokens } = draft;
  const counting = createCounting({ tokenFactor, factorSource: 'table', textWeights: draft.textWeights });
  const window = resolveWindow({ model: { contextWindow: draft.contextWindow }, maxOutputTokens });
  const { takesPictures } = draft;
  const model = weighHeadings(
    toCallModel({ ...window, grammar, template, ...counting, takesPictures }),
    draft,
  );
  const rows = toRows(draft);
  const call = buildCall({
    ...draft.call,
    rows,
    model,
    settings: DEFAULT_CONTEXT_SETTINGS,
    outputLimit: window.reserve,
    key: 'a1b2c3d4e5f6',
    hasFailed: false,
    maySummarize: true,
    toPrompt,
  });
  const input = call.addFound(lookUpDraft(draft, call.lookUp));
  try {
    return { draft, rows, contents: input.contents, planned: planCall(input) };
  } catch (error) {
    if (error instanceof Error && error.message.includes('every call would be compacted')) return undefined;
    throw error;
  }
}

function weighHeadings(model: CallModel, { weighHeading }: CallDraft): CallModel {
  if (weighHeading === undefined) return model;
  const { countMessage } = model.counters;
  const weigh = ({ content }: ModelMessage): number => {
    const seq = typeof content === 'string' ? /\(before message (\d+)\)/.exec(content)?.[1] : undefined;
    return seq === undefined ? 0 : weighHeading(Number(seq));
  };
  const counters = { ...model.counters, countMessage: (one: ModelMessage) => countMessage(one) + weigh(one) };
  return { ...model, counters };
}

function toRows(draft: CallDraft): CallRows {
  const { node, compaction, steps, thread } = draft;
  const currentSeq = thread.length === 0 ? null : thread.length;
  const execution = { ...draft.execution, conversationId: currentSeq && 1, currentSeq };
  const throughStep = compaction?.throughStep ?? node.base;
  const covered = steps.filter((row) => row.step <= throughStep);
  const sum = (of: 'tokens' | 'spilledTokens'): number => covered.reduce((total, row) => total + row[of], 0);
  return {
    execution,
    node,
    step: (steps.at(-1)?.step ?? throughStep) + 1,
    compaction,
    compacted:
      throughStep > node.base
        ? {
            first: node.base + 1,
            last: throughStep,
            count: covered.length,
            tokens: sum('tokens'),
            spilledTokens: sum('spilledTokens'),
          }
        : undefined,
    steps: steps.filter((row) => row.step > throughStep),
    window: currentSeq === null ? undefined : toWindow(draft, { ...execution, currentSeq }),
  };
}

function toWindow(draft: CallDraft, execution: CallExecution & { currentSeq: number }): CallRows['window'] {
  const { node, compaction, thread, tokenFactor } = draft;
  const input = { execution, node, compaction };
  const running: number[] = [0];
  const all = thread.map((row, at): RawMessage => {
    const { role, content, isIndexed, omitted, isPartial, brokenCalls = null, attachments } = row;
    const pictures = (attachments ?? []).reduce((sum, one) => sum + one.tokens, 0);
    const tokens = countMessageTokens({ role, content }) + pictures;
    running.push((running.at(-1) ?? 0) + tokens);
    const isLong = at + 1 < thread.length && content.length > node.history.messageCharacters;
    return {
      seq: at + 1,
      role,
      tokens,
      characters: content.length,
      isIndexed: isLong && isIndexed,
      omitted,
      isPartial,
      brokenCalls,
      attachments,
      content: isLong ? content.slice(0, 400) : content,
      runningTokens: running.at(-1) ?? 0,
    };
  });
  const { after, limit } = windowQuery(input);
  const newestFirst = all
    .filter(({ seq }) => seq > after)
    .reverse()
    .slice(0, limit + 1);
  const { bounds, omitted, ...window } = chooseWindow(newestFirst, input);
  const counted = bounds.map((bound) => ({ ...bound, runningTokens: running[bound.seq] ?? 0 }));
  const left = leftOfHistory(counted, { ...input, current: newestFirst[0]!, omitted, tokenFactor });
  return {
    ...window,
    omitted: omitted.map(({ seq }) => seq),
    standing: node.seesHistory ? draft.standing : [],
    left,
  };
}

function quotedPlace(at: number) {
  return { seq: at + 1, ordinal: 0, session: 0, name: null, atMs: 0 };
}

function lookUpDraft(draft: CallDraft, lookUp: LookUp): LookedUp {
  const { thread, summary, execution, tokenFactor } = draft;
  const quoted = thread.flatMap(({ role, content }, at) =>
    lookUp.passages &&
    at + 1 > lookUp.passages.after &&
    at + 1 < lookUp.passages.before &&
    content.trim() !== ''
      ? [{ ...quotedPlace(at), role, text: content.slice(0, 80), isBrokenOff: at % 2 === 1 }]
      : [],
  );
  const found = quoted.slice(0, 3);
  const above =
    lookUp.above === undefined
      ? { texts: [], left: [], unsent: [] }
      : renderAbove({
          ...lookUp.above,
          levels: toLevels(draft.above),
          countText: countTextTokens,
          tokenFactor,
        });
  return {
    above,
    foundAbove: findAbove(draft, shareSearches(lookUp, above)),
    summary:
      lookUp.summary === undefined
        ? undefined
        : {
            ordinal: lookUp.summary,
            content: summary,
            tokens: countTextTokens(summary),
            coversThrough: execution.coversThrough ?? 0,
          },
    passages:
      found.length === 0
        ? undefined
        : {
            found,
            text: renderPassages(found, { mark: BROKEN_OFF }),
            passages: found.map(({ seq, text }) => [seq, 0, text.length]),
          },
    warnings: [],
  };
}

function findAbove({ above }: CallDraft, searches: Searches): LookedUp['foundAbove'] {
  const quoted = (searches.above?.levels ?? []).map(({ depth, after }) => {
    const { role, content } = above[depth]!.messages[after]!;
    const passage = { seq: after + 1, ordinal: 0, session: 0, role, name: null, atMs: 0 };
    return { depth, found: [{ ...passage, text: content.slice(0, 80) }] };
  });
  if (quoted.length === 0) return undefined;
  return { text: renderLevels(quoted), places: quoted.map(({ depth, found }) => [depth, found[0]!.seq]) };
}
