import { Context } from '@temporalio/activity';
import type { TraceContent } from '../../../context/trace-content.js';
import { agentConfig, modelNode, type ModelCallingNode } from '../../../flow/kinds/model-node.js';
import { readStream, type ModelResponse } from '../../../models/stream/read-stream.js';
import { appendChunk } from '../../../store/calls/stream-chunks.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { loadFlow } from '../../load-flow.js';
import { outputLimitOf } from '../plan/window-of.js';
import type { CallProgress } from './call-progress.js';
import { createModelFailures } from './model-failures.js';
import { renderContext } from './render-context.js';
import type { RunningCall } from './running-call.js';
import { createStoreAnswer } from './store-answer.js';
import { StreamWriter } from './stream-writer.js';

/** A claimed call, with what decides whether its answer ends its node's run. */
export interface AskedCall extends RunningCall {
  isLast: boolean;
  isAside: boolean;
}

/** One try of a call, with what receives its stream. */
interface CallTry {
  execution: ExecutionFacts;
  call: AskedCall;
  node: ModelCallingNode;
  writer: StreamWriter;
  /** Aborted, with the failure as its reason, when the stream could not be written. */
  stop: AbortController;
}

/**
 * Makes the function that tries a claimed call once: asks the model, streams its text to Postgres and stores the
 * message. Throws the failure that the try has become, recorded.
 */
export function createTryCall(dependencies: ActivityDependencies) {
  const { db, models, timing, onPoint } = dependencies;
  const failures = createModelFailures(dependencies);
  const storeAnswer = createStoreAnswer(dependencies);

  return async function tryCall(input: {
    execution: ExecutionFacts;
    call: AskedCall;
    progress: CallProgress;
  }): Promise<TraceContent> {
    const { execution, call, progress } = input;
    const node = modelNode(await loadFlow(db, execution.flowSlug, execution.flowVersion), call.nodeId);
    const stop = new AbortController();
    const writer = openWriter(call, stop);
    progress.follow(writer);
    const answer = await ask({ execution, call, node, writer, stop });
    await onPoint?.('callModel.answered');
    const said = await writer.end();
    // An earlier attempt may have written its last chunk while this one claimed the call.
    const hasChunks = writer.hasWritten || call.attempt > 1;
    return storeAnswer({
      call,
      execution,
      response: answer.response,
      said: { ...said, hasChunks },
      firstTokenMs: answer.firstTokenMs,
      ends: findEnding(node, call),
    });
  };

  function openWriter(call: AskedCall, stop: AbortController): StreamWriter {
    return new StreamWriter({
      flushMs: timing.flushMs,
      hidesMeta: call.manifest.sent.some(({ from }) => from === 'directive'),
      write: async (startOffset, text) => {
        const isWritten = await appendChunk(db, { ...call, startOffset, text });
        await onPoint?.('callModel.streaming');
        return isWritten;
      },
      onFailure: (error) => stop.abort(error),
    });
  }

  async function ask(callTry: CallTry): Promise<{ response: ModelResponse; firstTokenMs: number | null }> {
    const { execution, call, writer, stop } = callTry;
    const startedMs = Date.now();
    let firstTokenMs: number | null = null;
    try {
      const options = await renderOptions(callTry);
      await onPoint?.('callModel.claimed');
      const response = await readStream({
        model: await models.resolve(call.model),
        options,
        signal: AbortSignal.any([Context.current().cancellationSignal, stop.signal]),
        onText: (delta) => writer.push(delta),
        onFirstToken: () => (firstTokenMs = Date.now() - startedMs),
      });
      stop.signal.throwIfAborted();
      return { response, firstTokenMs };
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
  }

  async function renderOptions({ execution, call, node }: CallTry) {
    const config = agentConfig(node);
    return {
      ...(await renderContext(db, execution, call.manifest)),
      maxOutputTokens: outputLimitOf(config),
      temperature: config.temperature,
    };
  }
}

/** A categorizer's answer is only read for the category it names, so it ends nothing yet; an aside never does. */
function findEnding({ kind }: ModelCallingNode, { isLast, isAside }: AskedCall) {
  return kind === 'categorizer' || isAside ? undefined : { kind, isLast };
}
