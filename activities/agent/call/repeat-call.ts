import { listToolCalls, visibleText, type AssistantParts } from '../../../context/message/trace-content.js';
import type { ContextManifest } from '../../../context/manifest/manifest.js';
import { agentConfig, modelNode, type CallConfig } from '../../../flow/kinds/model-node.js';
import { lookUpModel, usageCost } from '../../../models/facts/model-table.js';
import { toModelFailure } from '../../../models/failures/to-model-failure.js';
import { readStream, type ModelResponse } from '../../../models/stream/read-stream.js';
import type { CallSettings } from '../../../protocol/call-settings.js';
import { findModelCall } from '../../../store/calls/find-model-call.js';
import { findManifest } from '../../../store/calls/planned-calls.js';
import type { Database } from '../../../store/database.js';
import { loadExecution } from '../../../store/execution/load-execution.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { loadFlow } from '../../load-flow.js';
import { readForm, readWindow } from '../node-model.js';
import { toCallOptions } from './call-options.js';
import { fillPictures } from './fill-pictures.js';
import { markCached } from './mark-cached.js';
import { renderContext } from './render-context.js';
import { StreamWriter } from './stream-writer.js';
import { toTraceContent } from './to-trace-content.js';

export interface CallAnswer {
  model: string;
  text: string;
  toolCalls: readonly { name: string; input: unknown }[];
  inputTokens: number;
  outputTokens: number;
  cost: string | null;
  finishReason: string | null;
  notTaken: readonly string[];
}

interface RepeatCallInput {
  executionId: string;
  step: number;
  model: string | undefined;
  settings: Omit<CallSettings, 'toolChoice'> & { maxOutputTokens?: number | undefined };
  signal?: AbortSignal;
}

/** Stores nothing. Its errors are written for the user. */
export async function repeatCall(
  { db, models }: Pick<ActivityDependencies, 'db' | 'models'>,
  { executionId: workflowId, step, settings, signal, ...asked }: RepeatCallInput,
): Promise<CallAnswer> {
  const execution = await loadExecution(db, workflowId);
  const { stored, manifest } = await loadStored(db, { executionId: execution.id, step });
  const model = asked.model ?? stored.model;
  const flow = await loadFlow(db, execution.flowSlug, execution.flowVersion);
  const config = { ...agentConfig(modelNode(flow, stored.nodeId), model), ...settings };
  refuseTooLong(manifest, { config, planned: stored.model });
  const form = model === stored.model ? undefined : readForm(model);
  const planned = await renderContext(db, execution, manifest, form);
  const prompt = markCached(await fillPictures(db, execution, planned.prompt), manifest);
  const writer = new StreamWriter({
    meta: manifest.sent.find((item) => item.from === 'directive'),
    write: () => Promise.resolve(true),
    onFailure: () => undefined,
  });
  const response = await readStream({
    model: await models.resolve(model),
    stallMs: models.findStallMs(model),
    options: { ...planned, prompt, ...toCallOptions(config, planned) },
    signal,
    onText: (delta) => writer.push(delta),
    onReasoning: (delta) => writer.think(delta),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    const { type, message } = toModelFailure(error);
    throw new Error(`Model '${model}' did not answer (${type}): ${message}`, { cause: error });
  });
  return toAnswer(model, response, toTraceContent(response, await writer.end()));
}

async function loadStored(db: Database, key: { executionId: number; step: number }) {
  const stored = await findModelCall(db, key);
  const manifest = await findManifest(db, key);
  if (stored && manifest) return { stored, manifest };
  throw new Error(`Step ${key.step} made no model call`);
}

/** Refuses instead of truncating, because a truncated call would be a different call. */
function refuseTooLong(
  { systemTokens, toolTokens, tokens }: ContextManifest,
  { config, planned }: { config: CallConfig; planned: string },
): void {
  const { model } = config;
  const factor = lookUpModel(model).tokenFactor / lookUpModel(planned).tokenFactor;
  const needed = Math.ceil((systemTokens + toolTokens + tokens) * factor);
  const { window } = readWindow(config);
  if (needed > window)
    throw new Error(
      `The call has about ${needed} tokens, and model '${model}' takes ${window}: choose one with a larger window`,
    );
}

function toAnswer(
  model: string,
  { usage, finishReason, warnings }: ModelResponse,
  content: AssistantParts,
): CallAnswer {
  const { inputTokens, outputTokens } = usage;
  return {
    model,
    text: visibleText(content),
    toolCalls: listToolCalls(content).map(({ toolName: name, input }) => ({ name, input })),
    inputTokens,
    outputTokens,
    cost: usageCost({ model, inputTokens, outputTokens }),
    finishReason,
    notTaken: warnings.flatMap((warning) => (warning.type === 'unsupported' ? [warning.feature] : [])),
  };
}
