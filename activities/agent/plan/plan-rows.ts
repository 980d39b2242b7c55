import { buildCall, type CallParts } from '../../../context/call/build-call.js';
import type { CallContents } from '../../../context/call/call-contents.js';
import type { CallInput } from '../../../context/call/call-input.js';
import type { CallRows, CompactedSteps, StepRow, HistoryWindow } from '../../../context/call/call-rows.js';
import { planCall, type PlannedCall } from '../../../context/call/plan-call.js';
import type { ContextSettings } from '../../../context/plan/settings.js';
import type { ModelCounting } from '../../../context/text/counters.js';
import type { Embedder } from '../../../models/embeddings.js';
import { toPrompt } from '../../../models/stream/to-prompt.js';
import type { CallSettings } from '../../../protocol/call-settings.js';
import { loadCompactions, type CompactionRow } from '../../../store/calls/compactions.js';
import { countTrace, loadTrace } from '../../../store/calls/load-trace.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { makeKey } from '../../make-key.js';
import type { OfferedTools } from './list-tools.js';
import type { LoadedNode } from './load-node.js';
import { loadHistoryWindow } from './load-history-window.js';
import { lookUpLeading } from './look-up-leading.js';
import { readOutputLimit, readPrompt, readsArtifacts } from '../node-model.js';
import type { StoredPlanFacts } from './stored-plan-facts.js';

export interface CallSource {
  execution: ExecutionFacts;
  node: LoadedNode;
  step: number;
  embedder: Embedder | undefined;
  counting: ModelCounting;
  settings: ContextSettings;
  offered: OfferedTools;
  before?: StoredPlanFacts | undefined;
  ask: (rows: CallRows) => Promise<CallAsk> | CallAsk;
  plan?: ((input: CallInput) => PlannedCall) | undefined;
}

type OwnParts =
  'rows' | 'node' | 'settings' | 'outputLimit' | 'key' | 'hasFailed' | 'tokenLimit' | 'toPrompt';

export interface CallAsk extends Omit<CallParts, OwnParts | keyof OfferedTools> {
  callSettings: CallSettings | undefined;
}

export interface RowsPlan {
  contents: CallContents;
  lastCompaction: CompactionRow | undefined;
  planned: PlannedCall;
  ignoresCompaction: boolean;
}

/** Plans again without the compaction if its summary does not fit. */
export async function planRows(db: Database, source: CallSource): Promise<RowsPlan> {
  const first = await planFrom(db, source, { ignoresCompaction: false });
  if (first.planned.plan.verdict !== 'cannot-fit' || !first.contents.compaction) return first;
  const second = await planFrom(db, source, { ignoresCompaction: true });
  return second.planned.plan.verdict === 'cannot-fit' ? first : second;
}

/** The plan may not fit: check its verdict. */
export async function planFrom(
  db: Database,
  source: CallSource,
  how: { ignoresCompaction: boolean },
): Promise<RowsPlan> {
  const { execution, node, step, embedder, counting, settings, offered, before, plan = planCall } = source;
  const { config, base } = node;
  const { rows, lastCompaction } = await loadRows(db, { ...source, ...how });
  const { callSettings, ...asked } = await source.ask(rows);
  const call = buildCall({
    ...asked,
    ...offered,
    rows,
    node: { ...readNodeSettings(node), callSettings },
    settings,
    outputLimit: readOutputLimit(config),
    key: before?.directiveKey ?? makeKey(),
    hasFailed: execution.failedSummarizers.includes(config.model),
    toPrompt,
  });
  const { lookUp } = call;
  const counters = { countText: counting.plain.countText, tokenFactor: counting.tokenFactor };
  const { window } = rows;
  const wanted = { execution, lookUp, summary: window?.summary, counters, step, base, embedder, before };
  const input = call.addFound(await lookUpLeading(db, wanted));
  return { contents: input.contents, lastCompaction, planned: plan(input), ...how };
}

function readNodeSettings({
  config,
  owns,
  fallback,
  callerTools,
}: LoadedNode): Omit<CallInput['node'], 'callSettings'> {
  return {
    fallback,
    system: readPrompt(config),
    owns,
    opensWithSystem: config.extraConfig?.systemFallback === true,
    oversize: config.oversize ?? 'cut',
    readsArtifacts: readsArtifacts(config, callerTools),
  };
}

type LoadInput = CallSource & { ignoresCompaction: boolean };

async function loadRows(
  db: Database,
  input: LoadInput,
): Promise<{ rows: CallRows; lastCompaction: CompactionRow | undefined }> {
  const { execution, node, step, ignoresCompaction } = input;
  const compactions = await compactionsBefore(db, input);
  const compaction = ignoresCompaction ? undefined : compactions.find(({ status }) => status === 'adopted');
  const throughStep = compaction?.throughStep ?? node.base;
  const steps = await loadSteps(db, { ...input, throughStep });
  const window = await threadWindow(db, { ...input, compaction });
  return {
    rows: { execution, node, step, compaction, ...steps, window },
    lastCompaction: compactions[0],
  };
}

/** After a reset, the execution may have compactions of later steps, which are ignored. */
async function compactionsBefore(
  db: Database,
  { execution, node, step }: LoadInput,
): Promise<CompactionRow[]> {
  if (!execution.hasCompactions || step <= node.base + 1) return [];
  const compactions = await loadCompactions(db, execution.id);
  return compactions.filter((compaction) => compaction.step > node.base && compaction.step < step);
}

async function loadSteps(
  db: Database,
  { execution, node, step, throughStep }: LoadInput & { throughStep: number },
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
  { execution, ...input }: LoadInput & { compaction: CompactionRow | undefined },
): Promise<HistoryWindow | undefined> {
  const { conversationId, currentSeq } = execution;
  if (conversationId === null || currentSeq === null) return undefined;
  const { tokenFactor } = input.counting;
  const thread = { ...execution, conversationId, currentSeq };
  return loadHistoryWindow(db, { ...input, execution: thread, tokenFactor });
}
