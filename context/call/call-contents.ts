import type { LeftRange } from '../left.js';
import type { ThreadText } from '../sent/sources.js';
import { tellStanding } from '../standing/tell-standing.js';
import { listToolCalls } from '../trace-content.js';
import { askSummary, type AskedSummary } from './ask-summary.js';
import type { CallRoom } from './call-room.js';
import type { CallRows, CompactionSummary, HistoryRules, RowCounters, StepRow } from './call-rows.js';
import { leadRows, type LeadingText } from './leading-texts.js';
import { leftOfRows } from './left-of-rows.js';
import type { LookedUp } from './look-up.js';
import type { SaidRows } from './say-rows.js';

/** The rows of a call as messages with their counts and places, and the texts of ours that lead them. */
export interface CallContents extends Omit<SaidRows, 'left'> {
  /** The compaction whose summary replaces what the entries no longer hold. */
  compaction: (CompactionSummary & { summary: string }) | undefined;
  /** System texts of ours that replace what is older than the entries, besides a compaction's. */
  leading: readonly LeadingText[];
  /** The rules for messages from before the turn; undefined: there are no such messages. */
  history: HistoryRules | undefined;
  /** The summary that may be asked for with the answer, if all that it is to cover is sent whole. */
  asked: AskedSummary | undefined;
  /** Failures that planning went on without, as sentences. */
  warnings: readonly string[];
  /** The ranges that are left out before planning begins. */
  left: readonly LeftRange[];
  /** Whether a result of the execution became an artifact, also one that a summary covers by now. */
  hasSpilled: boolean;
  trace: readonly StepRow[];
  thread: readonly ThreadText[];
  /** Places of messages of the thread that contexts leave out. */
  omitted: ReadonlySet<number>;
  /** Inputs of the tool calls, by step and ordinal. */
  inputs: ReadonlyMap<string, unknown>;
  /** The answers of other nodes, by the step of the message. */
  answers: ReadonlyMap<number, string>;
}

/** Puts together what a call is planned from. */
export function gatherContents(input: {
  rows: CallRows;
  said: SaidRows;
  found: LookedUp;
  room: CallRoom;
  /** A new key for a summary that may be asked for. */
  key: string;
  /** The model was asked for summaries with its answers before, and gave none that is of use. */
  failsSummaries?: boolean | undefined;
  counters: RowCounters;
}): CallContents {
  const { rows, said, found, room, key, counters } = input;
  const { failsSummaries: hasFailed } = input;
  const { countText, tokenFactor } = counters;
  const { told, left: unfit } = tellStanding({
    statements: rows.window?.standing ?? [],
    depth: rows.execution.threadDepth,
    room: room.standing,
    countText,
    tokenFactor,
  });
  const { execution, node, compaction, compacted, steps, window } = rows;
  const leading = leadRows({ rows, standing: told, found, share: room.leading, countText });
  return {
    ...said,
    compaction: compaction && { ...compaction, summary: compaction.summary ?? '' },
    leading,
    history: execution.currentSeq === null ? undefined : node.history,
    asked: askSummary({ rows, leading, room, key, hasFailed }),
    warnings: found.warnings,
    left: [...unfit, ...found.above.left, ...leftOfRows(rows, said, counters)],
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
