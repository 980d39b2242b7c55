import { gatherContents, type CallContents } from '../../../context/call/call-contents.js';
import type { CompactedSteps, RowCounters, StepRow, ThreadWindow } from '../../../context/call/call-rows.js';
import { measureRoom } from '../../../context/call/call-room.js';
import { planLookUp } from '../../../context/call/look-up.js';
import { renderRows } from '../../../context/call/render-rows.js';
import type { ModelCounting } from '../../../context/text/counters.js';
import type { Embedder } from '../../../models/embeddings.js';
import type { ContextSettings } from '../../../context/plan/settings.js';
import { loadCompactions, type CompactionRow } from '../../../store/calls/compactions.js';
import { countTrace, loadTrace } from '../../../store/calls/load-trace.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { makeKey } from '../../make-key.js';
import { loadThreadWindow } from './load-thread-window.js';
import { lookUpLeading } from './look-up-leading.js';
import type { LoadedNode } from './load-node.js';
import type { PlannedBefore } from './planned-before.js';
import { readOutputLimit, readWindow } from './node-model.js';

export interface LoadedCall {
  contents: CallContents;
  lastCompaction: CompactionRow | undefined;
}

export interface LoadCallInput {
  execution: ExecutionFacts;
  node: LoadedNode;
  step: number;
  embedder: Embedder | undefined;
  counting: ModelCounting;
  settings: ContextSettings;
  fixedTokens: number;
  ignoresCompaction: boolean;
  before?: PlannedBefore | undefined;
}

export async function loadCall(db: Database, input: LoadCallInput): Promise<LoadedCall> {
  const { execution, node, step, embedder, ignoresCompaction, before, settings, fixedTokens } = input;
  const { base, config } = node;
  const compactions = await compactionsBefore(db, input);
  const compaction = ignoresCompaction ? undefined : compactions.find(({ status }) => status === 'adopted');
  const { counting } = input;
  const { tokenFactor } = counting;
  const counters: RowCounters = { ...counting, ...counting.plain };
  const outputLimit = readOutputLimit(config);
  const room = measureRoom({ ...readWindow(config), settings, fixedTokens, tokenFactor, outputLimit });
  const hasFailed = execution.failedSummarizers.includes(config.model);
  const rows = {
    execution,
    node,
    step,
    compaction,
    ...(await loadSteps(db, { ...input, throughStep: compaction?.throughStep ?? base })),
    window: await threadWindow(db, { ...input, compaction, tokenFactor }),
  };
  const rendered = renderRows(rows, counters);
  const lookUp = planLookUp(rows, rendered, { room, hasFailed, countText: counters.countText });
  const found = await lookUpLeading(db, {
    execution,
    lookUp,
    summary: rows.window?.summary,
    counters,
    step,
    base,
    embedder,
    before,
  });
  return {
    contents: gatherContents({
      rows,
      rendered,
      found,
      room,
      key: before?.key ?? makeKey(),
      failsSummaries: hasFailed,
      counters,
    }),
    lastCompaction: compactions[0],
  };
}

/** After a reset there are later ones. */
async function compactionsBefore(
  db: Database,
  { execution, node, step }: LoadCallInput,
): Promise<CompactionRow[]> {
  if (step <= node.base + 1) return [];
  const compactions = await loadCompactions(db, execution.id);
  return compactions.filter((compaction) => compaction.step > node.base && compaction.step < step);
}

async function loadSteps(
  db: Database,
  { execution, node, step, throughStep }: LoadCallInput & { throughStep: number },
): Promise<{ steps: StepRow[]; compacted: CompactedSteps | undefined }> {
  const { id: executionId } = execution;
  const { base } = node;
  const after = { executionId, first: throughStep + 1, last: step - 1 };
  const covered = { first: base + 1, last: throughStep };
  return {
    steps: step - 1 > throughStep ? await loadTrace(db, after) : [],
    compacted:
      throughStep > base ? { ...covered, ...(await countTrace(db, { executionId, ...covered })) } : undefined,
  };
}

async function threadWindow(
  db: Database,
  { execution, ...input }: LoadCallInput & { compaction: CompactionRow | undefined; tokenFactor: number },
): Promise<ThreadWindow | undefined> {
  const { conversationId, currentSeq } = execution;
  if (conversationId === null || currentSeq === null) return undefined;
  return loadThreadWindow(db, { ...input, execution: { ...execution, conversationId, currentSeq } });
}
