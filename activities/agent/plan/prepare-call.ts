import type { CallContents } from '../../../context/call/call-contents.js';
import type { CallInput } from '../../../context/call/call-input.js';
import { countTools, toCallModel, type CallModel } from '../../../context/call/call-model.js';
import type { Counters, ModelCounting } from '../../../context/planning-tools.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import { findCounting } from '../../../models/counting/model-counting.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { toPrompt } from '../../../models/stream/to-prompt.js';
import type { CallerTools } from '../../../protocol/caller-tools.js';
import type { ToolSchema } from '../../../tools/tool-registry.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { createMissingOnWorker } from '../../missing-on-worker.js';
import { createArtifactTools } from '../look-up/artifact-tools.js';
import { createHistoryTools } from '../look-up/history-tools.js';
import { readCallSettings } from './call-settings.js';
import type { LoadedNode } from './load-node.js';
import { readForm, readsArtifacts, readWindow, takesPictures, takesTools } from './read-window.js';

export interface PrepareCallInput extends Pick<
  CallInput,
  'isToolless' | 'budgetShare' | 'tokenLimit' | 'note' | 'output'
> {
  node: LoadedNode;
  contents: CallContents;
  /** How the node's model counts, as for the contents. */
  counting: ModelCounting;
  offered: OfferedTools;
}

/** The tools that a node may be offered, by what they are for. */
export type OfferedTools = Pick<CallInput, 'tools' | 'finders' | 'readers'>;

/** Makes the function that lists the tools of a node. Throws `Tool.NotRegistered` for one that this worker lacks. */
export function createListTools(
  dependencies: Pick<ActivityDependencies, 'db' | 'tools' | 'self' | 'timing'>,
) {
  const { db, tools } = dependencies;
  const missingOnWorker = createMissingOnWorker(dependencies);
  const readers = createArtifactTools(db).schemas();
  const finders = createHistoryTools(db);

  return async function listTools({
    node: { config, callerTools, offersHistory, threadDepth },
    plannedTools,
  }: {
    node: LoadedNode;
    /** The tools that the run was planned with; undefined: it has those that are there now. */
    plannedTools: readonly ToolSchema[] | undefined;
  }): Promise<OfferedTools> {
    const missing = config.tools?.find((name) => !tools.knows(name));
    if (missing !== undefined) throw await missingOnWorker({ what: 'tool', name: missing });
    return {
      tools: [...tools.schemas(config.tools ?? [], plannedTools), ...toSchemas(callerTools)],
      finders: offersHistory ? finders.schemas(threadDepth) : [],
      readers,
    };
  };
}

/** Counts the system prompt of a node, and the tools that a call of it describes before anything is stored to be read. */
export function countFixed(
  config: CallConfig,
  { counting, offered }: { counting: ModelCounting; offered: OfferedTools },
): number {
  const { counters } = measureModel(config, counting);
  const { tools, finders, readers } = offered;
  // Long messages that a history tool shows in part are read on with readers.
  const canRead = config.artifacts !== false && tools.length > 0 && finders.length > 0;
  const { system } = config;
  const prompt = system?.trim() ? counters.countMessage({ role: 'system', content: system }) : 0;
  return prompt + countTools([...tools, ...finders, ...(canRead ? readers : [])], counters);
}

/** Makes the function that adds to a loaded call what this worker knows: its models, its settings. */
export function createPrepareCall({ settings }: Pick<ActivityDependencies, 'settings'>) {
  return function prepareCall({ node, offered, counting, ...input }: PrepareCallInput): CallInput {
    const { config, callerTools } = node;
    // A call that follows another one of the same question has what had to be called.
    const origin = node.instructions?.origin ?? node.base;
    const { trace, compaction } = input.contents;
    const isFirst = compaction === undefined && !trace.some(({ step }) => step > origin);
    const choice = callerTools?.choice ?? config.toolChoice;
    const callSettings = readCallSettings(
      { ...config, toolChoice: choice },
      { isFirst: isFirst || callerTools?.choice !== undefined },
    );
    const model = measureModel(config, counting);
    return {
      ...input,
      isToolless: input.isToolless || choice === 'none' || !takesTools(config),
      model: { ...model, warnings: [...model.warnings, ...warnOfTools(config, offered.tools)] },
      node: { ...readNodeSettings(node), callSettings },
      settings,
      ...offered,
      toPrompt,
    };
  };
}

/** A rejection is no decision of the project: it should know that its agent works without tools. */
function warnOfTools(config: CallConfig, tools: OfferedTools['tools']): string[] {
  if (tools.length === 0 || takesTools(config) || lookUpModel(config.model).sources.tools !== 'learned')
    return [];
  return [`Model '${config.model}' rejected tools, so it is asked without them`];
}

/** Some providers refuse the schema of an object that names no properties. */
function toSchemas(given: CallerTools | undefined): ToolSchema[] {
  return (given?.tools ?? []).map(({ inputSchema, ...tool }) => ({
    ...tool,
    inputSchema: { properties: {}, ...inputSchema },
  }));
}

/** The counters of a model. */
export function makeCounters(model: string): Counters {
  return measureModel({ model }, findCounting(model)).counters;
}

/** The model of a node's calls: its window, and how it counts. */
export function measureModel(config: CallConfig, counting: ModelCounting): CallModel {
  return toCallModel({
    ...readWindow(config),
    ...readForm(config.model),
    takesPictures: takesPictures(config),
    ...counting,
  });
}

/** The settings of a node that its calls depend on, but for those that go to the model beside the context. */
export function readNodeSettings({ config, owns, fallback, callerTools }: LoadedNode): CallInput['node'] {
  return {
    fallback,
    system: config.system?.trim() ? config.system : undefined,
    owns,
    opensWithSystem: config.extraConfig?.systemFallback === true,
    oversize: config.oversize ?? 'cut',
    readsArtifacts: readsArtifacts(config, callerTools),
  };
}
