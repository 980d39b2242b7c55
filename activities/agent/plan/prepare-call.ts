import type { CallContents } from '../../../context/call/call-contents.js';
import type { CallInput } from '../../../context/call/call-input.js';
import { toCallModel, type CallModel } from '../../../context/call/call-model.js';
import type { Counters, ModelCounting } from '../../../context/planning-tools.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import { findCounting } from '../../../models/counting/model-counting.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { toPrompt } from '../../../models/stream/to-prompt.js';
import type { CallerTools } from '../../../protocol/caller-tools.js';
import type { ToolSchema } from '../../../tools/tool-registry.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { createArtifactTools } from '../look-up/artifact-tools.js';
import { createHistoryTools } from '../look-up/history-tools.js';
import { readCallSettings } from './call-settings.js';
import { noToolFailure } from './context-failures.js';
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
  /** The tools that the run was planned with; undefined: it has those that are there now. */
  plannedTools: readonly ToolSchema[] | undefined;
}

/** Makes the function that adds to a loaded call what this worker knows: its tools, its models, its settings. */
export function createPrepareCall({
  db,
  tools,
  settings,
}: Pick<ActivityDependencies, 'db' | 'tools' | 'settings'>) {
  const readers = createArtifactTools(db).schemas();
  const finders = createHistoryTools(db);

  return function prepareCall({ node, plannedTools, counting, ...input }: PrepareCallInput): CallInput {
    const { config, callerTools } = node;
    const missing = config.tools?.find((name) => !tools.knows(name));
    if (missing !== undefined) throw noToolFailure(missing, tools.names());
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
    const offered = [...tools.schemas(config.tools ?? [], plannedTools), ...toSchemas(callerTools)];
    return {
      ...input,
      isToolless: input.isToolless || choice === 'none' || !takesTools(config),
      model: { ...model, warnings: [...model.warnings, ...warnOfTools(config, offered)] },
      node: { ...readNodeSettings(node), callSettings },
      settings,
      tools: offered,
      finders: node.offersHistory ? finders.schemas(node.threadDepth) : [],
      readers,
      toPrompt,
    };
  };
}

/** A rejection is no decision of the project: it should know that its agent works without tools. */
function warnOfTools(config: CallConfig, tools: readonly ToolSchema[]): string[] {
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
export function readNodeSettings({
  config,
  isSystemOwn,
  fallback,
  callerTools,
}: LoadedNode): CallInput['node'] {
  return {
    fallback,
    system: config.system?.trim() ? config.system : undefined,
    isSystemOwn,
    opensWithSystem: config.extraConfig?.systemFallback === true,
    oversize: config.oversize ?? 'cut',
    readsArtifacts: readsArtifacts(config, callerTools),
  };
}
