import { ApplicationFailure, Context } from '@temporalio/activity';
import { toolCallsOf, type TraceContent } from '../../../context/trace-content.js';
import { agentConfig, type ModelCallingNode, modelNode } from '../../../flow/kinds/model-node.js';
import { baseOf } from '../../../flow/execution/step-blocks.js';
import { trajectorySettings } from '../../../flow/settings/trajectory-settings.js';
import { type ModelResponse, readStream } from '../../../models/stream/read-stream.js';
import { type ExecutionFacts, loadExecution } from '../../../store/execution/load-execution.js';
import { appendChunk, claimModelCall, findModelCall } from '../../../store/calls/model-calls.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { loadFlow } from '../../load-flow.js';
import { createRecorder, type LeftWork } from '../../trajectory/recorder.js';
import { withHeartbeat } from '../../with-heartbeat.js';
import { callerWorkflowId } from '../../workflow-id.js';
import { createModelFailures } from './model-failures.js';
import type { RunningCall } from './running-call.js';
import { renderContext } from './render-context.js';
import { createStoreAnswer } from './store-answer.js';
import { createStreamWriter } from './stream-writer.js';
import { outputLimitOf } from '../plan/window-of.js';

export interface CallModelInput {
  step: number;
  /** Nothing comes after it, whatever it asks for. */
  isLast?: true;
  /** It is for a step before or after the main loop: what it says is not what the node answers. */
  isAside?: true;
}

export interface CallModelResult extends LeftWork {
  /** Names of the tools the model asks for, in order; none: its text is the answer. */
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
  const storeAnswer = createStoreAnswer(dependencies);
  const recorder = createRecorder(dependencies);

  return async function callModel({ step, isLast, isAside }: CallModelInput): Promise<CallModelResult> {
    const workflowId = callerWorkflowId();
    let progress: object = { phase: 'beginning' };
    let characters = () => 0;
    return withHeartbeat(
      { everyMs: timing.heartbeatMs, details: () => ({ ...progress, characters: characters() }) },
      async () => {
        const execution = await loadExecution(db, workflowId);
        const claimed = await claimModelCall(db, { executionId: execution.id, step });
        if (claimed === undefined) return endedCall(execution, step);
        const call = {
          ...{ ...claimed, workflowId, executionId: execution.id, step },
          ...{ isLast: isLast === true, isAside: isAside === true },
        };
        progress = { phase: 'streaming', model: call.model, attempt: call.attempt };
        return tryCall(execution, call, (count) => (characters = count));
      },
    );
  };

  async function tryCall(
    execution: ExecutionFacts,
    call: AskedCall,
    onWriter: (count: () => number) => void,
  ): Promise<CallModelResult> {
    const stop = new AbortController();
    const writer = createStreamWriter({
      flushMs: timing.flushMs,
      hidesMeta: call.manifest.sent.some(({ from }) => from === 'directive'),
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
    const node = await nodeOf(execution, call);
    try {
      const options = await callOptions(execution, { call, node });
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
        rootBudgetId: execution.rootBudgetId,
        storeError: stop.signal.aborted ? stop.signal.reason : undefined,
      });
    }
    await onPoint?.('callModel.answered');
    const said = await writer.end();
    // An earlier attempt may have written its last chunk while this one claimed the call.
    const hasChunks = writer.hasWritten || call.attempt > 1;
    const content = await storeAnswer({
      call,
      execution,
      response,
      said: { ...said, hasChunks },
      firstTokenMs,
      ...endsOf(node, call),
    });
    return toResult(execution, { step: call.step, content });
  }

  /** An attempt that died between its answer and its trajectory is made up for by the next one. */
  async function toResult(
    execution: ExecutionFacts,
    { step, content }: { step: number; content: TraceContent },
  ): Promise<CallModelResult> {
    const flow = await loadFlow(db, execution.flowSlug, execution.flowVersion);
    const describes = trajectorySettings(flow).portraits !== undefined;
    const left = await recorder.record({ executionId: execution.id, base: baseOf(step), describes });
    return { tools: toolCallsOf(content).map((call) => call.toolName), ...left };
  }

  async function nodeOf(execution: ExecutionFacts, { nodeId }: RunningCall): Promise<ModelCallingNode> {
    return modelNode(await loadFlow(db, execution.flowSlug, execution.flowVersion), nodeId);
  }

  async function callOptions(
    execution: ExecutionFacts,
    { call, node }: { call: RunningCall; node: ModelCallingNode },
  ) {
    const config = agentConfig(node);
    return {
      ...(await renderContext(db, execution, call.manifest)),
      maxOutputTokens: outputLimitOf(config),
      ...(config.temperature !== undefined && { temperature: config.temperature }),
    };
  }

  async function endedCall(execution: ExecutionFacts, step: number): Promise<CallModelResult> {
    const stored = await findModelCall(db, { executionId: execution.id, step });
    if (stored === undefined) throw new Error(`Step ${step} was never planned`);
    if (stored.status === 'completed' && stored.content !== null)
      return toResult(execution, { step, content: stored.content });
    throw ApplicationFailure.create({
      type: stored.errorType ?? 'Execution.Ended',
      message: stored.errorMessage ?? `The model call is ${stored.status}`,
      nonRetryable: true,
    });
  }
}

/** A call, and what its answer may be. */
type AskedCall = RunningCall & { isLast: boolean; isAside: boolean };

/** What a categorizer's model says is no answer yet: it is read for the category it names. */
function endsOf({ kind }: ModelCallingNode, { isLast, isAside }: AskedCall) {
  return kind === 'categorizer' || isAside ? {} : { ends: { kind, isLast } };
}
