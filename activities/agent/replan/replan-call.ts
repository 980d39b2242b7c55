import type { AskedOutput } from '../../../context/call/asked-output.js';
import type { CallModel } from '../../../context/call/to-call-model.js';
import { leadingShare } from '../../../context/call/shares.js';
import type { PlannedCall } from '../../../context/call/plan-call.js';
import type { ContextManifest } from '../../../context/manifest/manifest.js';
import type { ContextSettings } from '../../../context/plan/settings.js';
import type { ModelCounting } from '../../../context/text/counters.js';
import { isReaderTool } from '../../../context/results/reader-tools.js';
import { agentConfig, modelNode, type CallConfig } from '../../../flow/kinds/model-node.js';
import type { PlanSettings } from '../../../flow/plan-settings.js';
import { findCounting, createCounting } from '../../../models/counting/model-counting.js';
import type { Database } from '../../../store/database.js';
import type { ToolSchema } from '../../../extend/tools/tool-registry.js';
import { loadFlow } from '../../load-flow.js';
import { createArtifactTools } from '../look-up/artifact-tools.js';
import { createHistoryTools } from '../look-up/history-tools.js';
import type { OfferedTools } from '../plan/list-tools.js';
import { loadNode, type LoadedNode } from '../plan/load-node.js';
import type { StoredPlanFacts } from '../plan/stored-plan-facts.js';
import { measureModel, readWindow, takesTools } from '../node-model.js';
import { planRows, type CallSource } from '../plan/plan-rows.js';
import { recallAdded, recallText, type PlannedCallOfThen } from './load-planned.js';

export interface ReplannedCall {
  model: string;
  planned: PlannedCall;
}

interface ReplanInput {
  call: PlannedCallOfThen;
  changes: PlanSettings;
  settings: ContextSettings;
}

/** Finds passages by words only, because it calls no model. */
export async function replanCall(db: Database, input: ReplanInput): Promise<ReplannedCall> {
  const node = await loadNodeOfThen(db, input);
  const { planned } = await planRows(db, storedSource(db, { ...input, node }));
  return { model: node.config.model, planned };
}

async function loadNodeOfThen(db: Database, { call, changes }: ReplanInput): Promise<LoadedNode> {
  const { execution, step, plan, texts, queued } = call;
  const { nodeId, iteration, manifest } = plan;
  const stored = await loadFlow(db, execution.flowSlug, execution.flowVersion);
  const flow = { ...stored, history: { ...stored.history, ...changes.history } };
  const filled = {
    system: manifest.system === null ? undefined : texts.get(manifest.system),
    prompt: recallText(manifest, { from: 'prompt', texts }),
  };
  const at = { nodeId, iteration, step, queued };
  const node = await loadNode(db, { execution, flow, at, fillPrompts: () => filled });
  const own = agentConfig(modelNode(flow, nodeId), changes.model ?? plan.model);
  const { system, prompt, output, tools } = node.config;
  return {
    ...node,
    config: {
      ...own,
      system,
      prompt,
      output,
      tools,
      ...recallWindow({ plan, changes, own }),
    },
  };
}

/** Takes the window from the stored call, because this process may not know the worker's. */
function recallWindow({
  plan: { model, manifest },
  changes,
  own,
}: {
  plan: PlannedCallOfThen['plan'];
  changes: PlanSettings;
  own: CallConfig;
}): Pick<CallConfig, 'maxOutputTokens' | 'extraConfig'> {
  const isSame = own.model === model;
  const { contextWindow = isSame ? manifest.window : own.extraConfig?.contextWindow } = changes;
  const isWindowSame = isSame && contextWindow === manifest.window;
  return {
    maxOutputTokens: changes.maxOutputTokens ?? (isWindowSame ? manifest.reserve : own.maxOutputTokens),
    extraConfig: { ...own.extraConfig, contextWindow },
  };
}

function storedSource(
  db: Database,
  { call, changes, settings, node }: ReplanInput & { node: LoadedNode },
): CallSource {
  const { execution, step, plan, texts } = call;
  const { manifest } = plan;
  const { config } = node;
  const { resultPct: spillPct = settings.spillPct, compactionPct = settings.compactionPct } = changes;
  const counting = recallCounting(plan, config.model);
  return {
    execution,
    node,
    step,
    embedder: undefined,
    counting,
    settings: { ...settings, spillPct, compactionPct },
    offered: recallTools(db, { call, node }),
    before: recallBefore(call, { node, changes }),
    ask: () => ({
      model: recallModel(config, { plan, counting }),
      callSettings: manifest.settings,
      isToolless: manifest.isToolless === true || (!hadTools(config, plan) && !takesTools(config)),
      maySummarize: changes.history !== undefined || manifest.sent.some(({ from }) => from === 'directive'),
      budgetShare: manifest.budgetShare ?? 1,
      added: recallAdded(manifest, texts),
      output: recallOutput(manifest, texts),
    }),
  };
}

function recallModel(
  config: CallConfig,
  { plan: { model, manifest }, counting }: { plan: PlannedCallOfThen['plan']; counting: ModelCounting },
): CallModel {
  const measured = measureModel(config, counting);
  if (config.model !== model) return measured;
  const isReserveSame = measured.reserve === manifest.reserve;
  const reserveFrom = isReserveSame ? (manifest.reserveFrom ?? 'default') : measured.reserveFrom;
  return { ...measured, reserveFrom, template: manifest.template };
}

function recallCounting({ model, manifest }: PlannedCallOfThen['plan'], now: string): ModelCounting {
  if (now !== model) return findCounting(now);
  const { tokenFactor = 1, factorSource = 'assumed', textWeights } = manifest;
  return createCounting({ tokenFactor, factorSource, textWeights });
}

/**
 * Reads from the stored call whether it had tools: the model may have been marked since as unable to call
 * them.
 */
function hadTools(config: CallConfig, { model, manifest }: PlannedCallOfThen['plan']): boolean {
  return config.model === model && manifest.tools !== null;
}

function recallBefore(
  { plan }: PlannedCallOfThen,
  { node, changes }: { node: LoadedNode; changes: PlanSettings },
): StoredPlanFacts {
  const { manifest, createdAt } = plan;
  const room = (window: { window: number; reserve: number }): number =>
    Math.min(leadingShare(window), node.history.retrieval?.tokens ?? 0);
  const ranges = manifest.sent.flatMap((item) => (item.from === 'conversation' ? [item] : []));
  return {
    plannedAtMs: createdAt.getTime(),
    keepsPassages: !changes.history && room(readWindow(node.config)) === room(manifest),
    directiveKey: manifest.sent.find((item) => item.from === 'directive')?.key,
    wasSent: (seq) => ranges.some(({ first, last }) => seq >= first && seq <= last),
  };
}

function recallTools(
  db: Database,
  { call, node }: { call: PlannedCallOfThen; node: LoadedNode },
): OfferedTools {
  const { manifest } = call.plan;
  const json = manifest.tools === null ? undefined : call.texts.get(manifest.tools);
  const offered = json === undefined ? [] : (JSON.parse(json) as ToolSchema[]);
  const finders = createHistoryTools(db);
  return {
    tools: offered.filter(({ name }) => !isReaderTool(name) && !finders.has(name)),
    finders: node.offersHistory ? finders.schemas(node.threadDepth) : [],
    readers: createArtifactTools(db).schemas(),
  };
}

function recallOutput(
  { output, sent }: ContextManifest,
  texts: ReadonlyMap<string, string>,
): AskedOutput | undefined {
  if (!output) return undefined;
  return {
    schemaJson: texts.get(output.schema) ?? '{}',
    isSent: output.isSent === true,
    isTold: sent.some(({ from }) => from === 'schema'),
  };
}
