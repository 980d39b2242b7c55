import { listToolCalls } from '../message/trace-content.js';
import { selectStanding } from '../standing/select-standing.js';
import { askSummary } from './ask-summary.js';
import type { CallContents } from './call-contents.js';
import type { CallInput } from './call-input.js';
import { countFixed, measureRoom, type CallRoom } from './call-room.js';
import type { CallRows, RowCounters, StepRow, CompactedSteps } from './call-rows.js';
import { leadRows } from './leading-texts.js';
import { planLookUp, type LookedUp, type LookUp } from './look-up.js';
import { renderRows, type RenderedRows } from './render-rows.js';
import type { LeftRange } from '../message/left.js';
import { scaleTokens } from '../text/counters.js';

export interface CallParts extends Omit<CallInput, 'contents'> {
  rows: CallRows;
  outputLimit: number;
  key: string;
  /** True if the model did not write the summary that was requested with its answer. */
  hasFailed: boolean;
  maySummarize: boolean;
}

export interface BuiltCall {
  lookUp: LookUp;
  addFound: (found: LookedUp) => CallInput;
}

/** Builds the input of a plan, for new and stored calls alike. */
export function buildCall(parts: CallParts): BuiltCall {
  const { rows, outputLimit, key, hasFailed, maySummarize, ...input } = parts;
  const { model, node, settings } = input;
  const counters: RowCounters = { ...model, ...model.plain };
  const mayRead = node.readsArtifacts;
  const fixedTokens = countFixed({ ...input, system: node.system, mayRead }, model.counters);
  const room = measureRoom({ ...model, settings, fixedTokens, outputLimit });
  const rendered = renderRows(rows, counters);
  return {
    lookUp: planLookUp(rows, rendered, { room, hasFailed, countText: counters.countText }),
    addFound(found) {
      const contents = gatherContents({ rows, rendered, found, room, key, hasFailed, counters });
      return { ...input, contents: maySummarize ? contents : { ...contents, asked: undefined } };
    },
  };
}

function gatherContents(input: {
  rows: CallRows;
  rendered: RenderedRows;
  found: LookedUp;
  room: CallRoom;
  key: string;
  hasFailed: boolean;
  counters: RowCounters;
}): CallContents {
  const { rows, rendered, found, room, key, hasFailed, counters } = input;
  const { countText, tokenFactor } = counters;
  const { selected, left: unfit } = selectStanding({
    statements: rows.window?.standing ?? [],
    depth: rows.execution.threadDepth,
    room: room.standing,
    countText,
    tokenFactor,
  });
  const { execution, node, compaction, compacted, steps, window } = rows;
  const leading = leadRows({ rows, standing: selected, found, share: room.leading, countText });
  return {
    ...rendered,
    compaction: compaction && { ...compaction, summary: compaction.summary ?? '' },
    leading,
    currentSeq: execution.currentSeq,
    history: execution.currentSeq === null ? undefined : node.history,
    asked: askSummary({ rows, leading, room, key, hasFailed }),
    warnings: found.warnings,
    left: [...unfit, ...found.above.left, ...leftOfRows(rows, rendered, counters)],
    hasSpilled: [...(compacted ? [compacted] : []), ...steps].some(({ spilledTokens }) => spilledTokens > 0),
    trace: steps,
    thread: (window?.rows ?? []).map(({ seq, role, content, attachments }) => ({
      seq,
      role,
      content,
      attachments,
    })),
    omitted: new Set(window?.omitted),
    inputs: mapInputs(steps),
    answers: new Map(node.answers.map(({ step, text }) => [step, text])),
  };
}

function mapInputs(steps: readonly StepRow[]): Map<string, unknown> {
  const inputs = new Map<string, unknown>();
  for (const { step, role, content } of steps)
    if (role === 'assistant')
      for (const [index, call] of listToolCalls(content).entries())
        inputs.set(`${step}.${index + 1}`, call.input);
  return inputs;
}

function leftOfRows(rows: CallRows, rendered: RenderedRows, counters: RowCounters): LeftRange[] {
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
