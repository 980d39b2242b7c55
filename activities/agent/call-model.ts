import { activityInfo, ApplicationFailure, Context, log } from '@temporalio/activity';
import type { TraceContent } from '../../context/trace-content.js';
import { toolCallsOf } from '../../context/trace-content.js';
import { wellFormed } from '../../context/well-formed.js';
import { agentNode } from '../../flow/agent-node.js';
import { lookUpModel, usageCost } from '../../models/model-table.js';
import { readStream, type ModelResponse } from '../../models/read-stream.js';
import { loadExecution, type ExecutionFacts } from '../../store/context-rows.js';
import { appendChunk, claimModelCall, completeModelCall, findModelCall } from '../../store/model-calls.js';
import type { ActivityDependencies } from '../dependencies.js';
import { loadFlow } from '../load-flow.js';
import { countModelCall } from '../metrics.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { callerWorkflowId } from '../workflow-id.js';
import { createModelFailures } from './model-failures.js';
import type { RunningCall } from './running-call.js';
import { renderContext } from './render-context.js';
import { createStreamWriter, SupersededError } from './stream-writer.js';
import { countContent, toTraceContent } from './to-trace-content.js';

export interface CallModelInput {
  step: number;
}

/** Names of the tools the model asks for, in order; none: its text is the answer. */
export interface CallModelResult {
  tools: readonly string[];
}

/**
 * Makes one model call: renders its manifest, streams the answer's visible text to Postgres, stores message,
 * usage and cost. A call that is stored is not made again; writes of an attempt that was superseded are
 * refused.
 */
export function createCallModel(dependencies: ActivityDependencies) {
  const { db, timing, onPoint } = dependencies;
  const failures = createModelFailures(dependencies);

  return async function callModel({ step }: CallModelInput): Promise<CallModelResult> {
    const workflowId = callerWorkflowId();
    let progress: object = { phase: 'beginning' };
    let characters = () => 0;
    return withHeartbeat(
      { everyMs: timing.heartbeatMs, details: () => ({ ...progress, characters: characters() }) },
      async () => {
        const execution = await loadExecution(db, workflowId);
        const claimed = await claimModelCall(db, { executionId: execution.id, step });
        if (claimed === undefined) return endedCall(execution.id, step);
        const call = { ...claimed, workflowId, executionId: execution.id, step };
        progress = { phase: 'streaming', model: call.model, attempt: call.attempt };
        return tryCall(execution, call, (count) => (characters = count));
      },
    );
  };

  async function tryCall(
    execution: ExecutionFacts,
    call: RunningCall,
    onWriter: (count: () => number) => void,
  ): Promise<CallModelResult> {
    const stop = new AbortController();
    const writer = createStreamWriter({
      flushMs: timing.flushMs,
      write: async (startOffset, text) => {
        const isWritten = await appendChunk(db, { ...call, startOffset, text });
        await onPoint?.('callModel.streaming');
        return isWritten;
      },
      onFailure: (error) => stop.abort(error),
    });
    onWriter(() => writer.characters);
    const startedMs = Date.now();
    let firstTokenMs: number | null = null;
    let response: ModelResponse;
    try {
      const options = await callOptions(execution, call);
      await onPoint?.('callModel.claimed');
      response = await readStream({
        model: await dependencies.models.resolve(call.model),
        options,
        signal: AbortSignal.any([Context.current().cancellationSignal, stop.signal]),
        onText: (delta) => writer.push(delta),
        onFirstToken: () => (firstTokenMs = Date.now() - startedMs),
      });
      stop.signal.throwIfAborted();
    } catch (error) {
      const said = await writer.end();
      throw await failures.toThrow({
        call,
        said,
        error,
        storeError: stop.signal.aborted ? stop.signal.reason : undefined,
      });
    }
    await onPoint?.('callModel.answered');
    const said = await writer.end();
    // An earlier attempt may have written its last chunk while this one claimed the call.
    const hasChunks = writer.hasWritten || call.attempt > 1;
    return store(call, response, { ...said, hasChunks }, firstTokenMs);
  }

  async function callOptions(execution: ExecutionFacts, call: RunningCall) {
    const flow = await loadFlow(db, execution.flowSlug, execution.flowVersion);
    const { config } = agentNode(flow, call.nodeId);
    const published = lookUpModel(call.model).maxOutputTokens;
    const asked = config.maxOutputTokens;
    const maxOutputTokens = asked === undefined ? undefined : Math.min(asked, published ?? asked);
    return {
      ...(await renderContext(db, execution, call.manifest)),
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      ...(config.temperature !== undefined && { temperature: config.temperature }),
    };
  }

  async function store(
    call: RunningCall,
    response: ModelResponse,
    said: { visible: string; thinking: string; hasChunks: boolean },
    firstTokenMs: number | null,
  ): Promise<CallModelResult> {
    const { usage } = response;
    const content = toTraceContent(response, said);
    const { inputTokens, outputTokens } = usage;
    const cost = usageCost({ model: call.model, inputTokens, outputTokens });
    const isStored = await completeModelCall(db, {
      ...call,
      content,
      tokenCount: countContent(content),
      usage: {
        input: inputTokens,
        cachedInput: usage.cacheReadTokens,
        output: outputTokens,
        reasoning: usage.reasoningTokens,
      },
      cost,
      finishReason: response.finishReason,
      providerResponseId:
        response.responseId === undefined ? null : wellFormed(response.responseId).slice(0, 200),
      firstTokenMs,
      hasChunks: said.hasChunks,
    });
    if (!isStored) throw new SupersededError();
    await onPoint?.('callModel.stored');
    countModelCall({ model: call.model, inputTokens, outputTokens, costUsd: Number(cost), firstTokenMs });
    log.info('Model call completed', {
      step: call.step,
      model: call.model,
      attempt: activityInfo().attempt,
      inputTokens,
      outputTokens,
      firstTokenMs,
      hasChunks: said.hasChunks,
    });
    return toResult(content);
  }

  async function endedCall(executionId: number, step: number): Promise<CallModelResult> {
    const stored = await findModelCall(db, { executionId, step });
    if (stored === undefined) throw new Error(`Step ${step} was never planned`);
    if (stored.status === 'completed' && stored.content !== null) return toResult(stored.content);
    throw ApplicationFailure.create({
      type: stored.errorType ?? 'Execution.Ended',
      message: stored.errorMessage ?? `The model call is ${stored.status}`,
      nonRetryable: true,
    });
  }
}

function toResult(content: TraceContent): CallModelResult {
  return { tools: toolCallsOf(content).map((call) => call.toolName) };
}
